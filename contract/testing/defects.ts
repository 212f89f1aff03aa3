/**
 * What an API can do wrong, each a switch of the small provider: the defects that a team of another company has tried
 * at its own server, and a few more. `found` is the rule that must be red, `shownBy` another rule if that one only
 * judges the answers of others.
 */
type Finding = { found: string; shownBy?: string }

const invalidToken = { found: 'a token that is not valid is refused' }
const link = { found: 'a link is of one tenant, serves one download, and ends soon' }
const unanswered = { found: 'an application without answers is refused, and all of them are named' }
const gone = { found: 'a draft that is deleted on any device is gone' }
const tokenOfPool = { found: 'an expired token, one of another client and an access token are refused' }
const filter = { found: 'each filter finds exactly what fits' }
const page = { found: 'every item is on one page, the newest first' }
const paymentPage = { found: 'the payment page is on a host of the configuration' }
const stranger = { found: 'what belongs to another user or tenant does not exist' }
const nothingShown = { found: 'an answer that shows nothing, or hides how it is read, is refused' }
const noKey = { found: 'a request without an Idempotency-Key, or with a malformed one, is refused' }
const oneFile = { found: 'a key stores one file, which is kept' }
const language = { found: 'names are in the language that was asked for, otherwise in Japanese' }
const applicationAsSent = differs('an order is stored as it was sent')
const draftAsSent = differs('a saved draft is kept')
const oneOrder = { found: 'an application becomes one order, whatever its keys are' }
const oneAttempt = { found: 'a second payment is refused while one is open' }
const repeats = { found: 'a repeated request gets the first answer' }
const oldTag = { found: 'a deletion with an old tag, or without one, deletes nothing' }
const closedDay = { found: 'a booking on a closed day is refused' }
const closedTenant = { found: 'a tenant that is closed answers 503' }
const outcome = { found: 'the outcome of a submission is found by its key' }
const timeToPay = { found: 'the payment page leaves time to pay, and ends' }
const declined = { found: 'a declined charge stays declined and cannot be paid' }
const download = { found: 'a file is downloaded as it was uploaded' }
const anotherId = { found: 'an id of another form, or in another case, does not exist' }
const limit = { found: 'a limit that is no number from 1 to 100 is refused' }
const search = { found: 'a search finds names of every language, and only what has its text' }
const noObject = { found: 'a body that is missing or no JSON object is refused as a field' }
const correction = { found: 'only a returned application of the user is corrected' }
const late = {
  found: 'an application that takes longer is answered with 202, and its outcome can be asked for',
}
const unknownValue = { found: 'a filter by a value that the document does not have is refused' }
const unnamed = { found: 'a deletion that does not name its application is refused' }
const unknownForm = { found: 'a save of an unknown form is refused as such, whatever its tag is' }
const sums = ofAnswers('the lines of an amount add up to it', 'the charge of an order is the amount that was agreed to')
const ofDocument = ofAnswers('every answer is one of the document')
const wait = ofAnswers(
  'every Retry-After says how long to wait',
  'an application that is refused for now is not created',
)

export const defects = {
  // Repeated requests
  'a key creates an order at each request': { found: 'a key creates one order' },
  'a repeated application is answered without its charge': { found: 'a key creates one order' },
  'proceedCharge ignores the key': repeats,
  'a repeated payment has another page': repeats,
  'createFileLink ignores the key': repeats,
  'keys of any form are accepted': noKey,
  'the outcome of a submission lacks its charge': outcome,
  'a late application is answered with a redirect': ofAnswers('no answer is a redirect', late.found),
  'a late application is answered as a created one': late,
  'the outcome of a late application is unknown': late,
  'a late application has the address of another one': late,
  'declineCharge ignores the key': noKey,
  'submitOrder needs no key': noKey,
  'a refused request binds its key': { found: 'a refused application creates no order and leaves its key free' },
  'a key is accepted with another body': { found: 'a key is refused with another body' },
  'an application becomes two orders with two keys': oneOrder,
  'keys are those of all users': { found: 'a key belongs to one user' },
  'a key is that of any address': { found: 'a key of one charge does nothing to another one' },
  'submitOrder stores each third order later': oneOrder,
  'proceedCharge stores its attempt later': oneAttempt,
  'saveDraft stores the answers later': { found: 'of two saves at the same time one is refused' },
  // Storage
  'submitOrder changes characters': applicationAsSent,
  'submitOrder composes characters': applicationAsSent,
  'submitOrder trims answers': applicationAsSent,
  'saveDraft changes characters': draftAsSent,
  'saveDraft rounds numbers': draftAsSent,
  'saveDraft sorts lists': draftAsSent,
  'saveDraft forgets what was sent': { found: 'a late save or deletion of what was sent changes nothing' },
  'proceedCharge stores no attempt': oneAttempt,
  'declineCharge stores nothing': declined,
  'a cancelled charge may be paid by its actions': declined,
  'the timeline lacks the cancellation': declined,
  'submitOrder stores no order': { found: 'an order is stored as it was sent' },
  'submitOrder keeps the draft': { found: 'a submitted draft is gone' },
  'saveDraft stores nothing': { found: 'a saved draft is kept' },
  'deleteDraft deletes nothing': gone,
  'submitOrder stores no address': applicationAsSent,
  'submitOrder forgets what it replaces': differs('what was sent is shown'),
  'an unknown application is corrected': correction,
  'the returned application of another user is corrected': correction,
  'an application that was not returned is corrected': correction,
  'a returned application is corrected twice': { found: 'a returned application is corrected once' },
  'a delivery needs no address': { found: 'an application that is delivered has an address' },
  'a missing address is refused by its parts': { found: 'an application that is delivered has an address' },
  'an incomplete address is accepted': { found: 'an incomplete delivery address is refused' },
  'saveDraft stores only answers': differs('what was sent is shown'),
  'drafts end after an hour': ofAnswers('a draft is kept for a week', 'a saved draft is kept'),
  'an expired draft is in the list': { found: 'an expired draft is not in the list' },
  'an expired draft blocks the next one': { found: 'an expired draft does not block a new one' },
  'an expired draft may be deleted': { found: 'an expired draft counts as none when it is deleted' },
  'saveDraft refuses superseded versions': { found: 'a draft of a superseded form version is saved' },
  'an address is stored without a delivery': { found: 'an address is stored only for a delivery' },
  'bodies above 100 KB are refused': { found: 'a draft of 900 KB is kept' },
  'a refused application is created while the API is down': {
    found: 'an application that is refused for now is not created',
  },
  'the application of a declined charge has the old one': differs(
    'a declined charge stays declined and cannot be paid',
  ),
  'a tag never changes': { found: 'a save changes the tag, and one with the old tag is refused' },
  // Conflicts
  'submitOrder ignores If-Match': { found: 'an application with an old tag of its draft is refused' },
  'saveDraft ignores If-Match': { found: 'a save changes the tag, and one with the old tag is refused' },
  'submitOrder compares tags first': { found: 'an application with an old tag of its draft is refused' },
  'saveDraft compares tags first': unknownForm,
  'saveDraft accepts any form version': unknownForm,
  'saveDraft without If-Match replaces a draft': { found: 'a first save does not replace a draft' },
  'saveDraft refuses the right If-Match': { found: 'a save changes the tag, and one with the old tag is refused' },
  'saveDraft takes a list of tags': { found: 'a save with * or a list of tags is refused' },
  'submitOrder deletes every draft': { found: 'an application leaves the drafts of other services' },
  'unknown attachments are accepted': { found: 'an application with an unknown attachment is refused' },
  'a search finds the applications of others': { found: 'no filter finds what belongs to another user' },
  'deleteDraft ignores If-Match': oldTag,
  'deleteDraft needs no If-Match': oldTag,
  'deleteDraft needs no application': unnamed,
  'deleteDraft compares tags before it checks the token': unnamed,
  'deleteDraft refuses another device': gone,
  'deleteDraft refuses the right If-Match': gone,
  'tags begin again after a deletion': { found: 'no tag of a deleted draft is one of the next draft' },
  // Tokens and owners
  'getDraft accepts any token': invalidToken,
  'getCharge accepts any token': invalidToken,
  'listOrders accepts any token': invalidToken,
  'submitOrder accepts any token': invalidToken,
  'tokens of another client are accepted': tokenOfPool,
  'access tokens are accepted': tokenOfPool,
  'expired tokens are accepted': tokenOfPool,
  'getCharge shows the charges of others': stranger,
  'the tenant of the token is ignored': stranger,
  'drafts are those of a user id, whatever the tenant is': { found: 'the draft of another user stays as it is' },
  'a malformed id is an unexpected error': anotherId,
  'ids are compared without case': anotherId,
  // Links
  'a link is one of every tenant': link,
  'a link is valid for a year': link,
  'a link serves more than one download': link,
  'a link is on a foreign host': { found: 'a link is on an origin of the configuration' },
  // Files
  'uploadAttachment ignores the key': oneFile,
  'a repeated upload is compared by its bytes': oneFile,
  'uploadAttachment stores nothing': oneFile,
  'the name of a file is read as Latin-1': download,
  'a download is sent as text': download,
  'a download is shown in the browser': download,
  'the name of a file is composed': download,
  'a download has no name': download,
  'files above 1 MB are refused': { found: 'a file of 10 MiB is accepted' },
  'submitOrder loses the files': differs('an application keeps its files'),
  'the files of others are accepted': { found: 'an application with the file of another user is refused' },
  'a file is sent with two applications': {
    found: 'an application with the file of another one that is under way is refused',
  },
  'files are those of all users': stranger,
  'issued files are those of all users': stranger,
  'the list of issued files is one of all users': { found: 'the list has only what belongs to the user' },
  'deleteAttachment deletes nothing': { found: 'a deleted file is gone' },
  'deleteAttachment deletes a file that a draft has named': {
    found: 'a removed file stays as long as a draft that has named it',
  },
  'deleteDraft keeps the files': { found: 'the files of a deleted draft are gone' },
  // Forms and amounts
  'the lines are not the amount': sums,
  'the amount of a line is not its product': sums,
  'the tax is more than the amount': sums,
  'an unknown form version is accepted': { found: 'an unknown form version is refused' },
  'a superseded form version is accepted': { found: 'a superseded form version is refused' },
  'missing answers are accepted': unanswered,
  'unknown answers are accepted': { found: 'an answer that the form does not have is refused' },
  'blank answers are accepted': nothingShown,
  'texts may change their direction': nothingShown,
  'control characters are accepted': nothingShown,
  'a refused answer has another code': nothingShown,
  'saveDraft accepts all characters': { found: 'a draft whose texts hide how they are read is refused' },
  'a booking on a Sunday is accepted': closedDay,
  'a booking on a holiday is accepted': closedDay,
  'a charge is due after an hour': { found: 'a new charge is due a day ahead at least' },
  'the deadline of a charge is another one than that of its application': differs(
    'a new charge is due a day ahead at least',
  ),
  'a changed amount is never paid': { found: 'a changed amount is paid once it was shown' },
  'one refused answer is named': unanswered,
  'a changed amount is accepted': { found: 'a refused application creates no order and leaves its key free' },
  'a missing amount is accepted': { found: 'a refused application creates no order and leaves its key free' },
  'an amount that is too low is accepted': { found: 'a refused application creates no order and leaves its key free' },
  'the state of a tenant counts for its info only': closedTenant,
  'a tenant without the web application is open': closedTenant,
  'the payment page is on a foreign host': paymentPage,
  'the payment page is on the host of another tenant': paymentPage,
  'the payment page is not encrypted': paymentPage,
  'the payment page ends after a minute': timeToPay,
  'the payment page ends after a week': timeToPay,
  // Lists
  'limits above 100 are accepted': limit,
  'a limit that is no number is an unexpected error': limit,
  'unknown parameters are refused': { found: 'a parameter that the document does not have is ignored' },
  'an unknown cursor is the first page': { found: 'a cursor that no page has returned is refused' },
  'unknown scopes are accepted': unknownValue,
  'unknown states are accepted': unknownValue,
  'days that do not exist are accepted': unknownValue,
  'the filter by status is ignored': filter,
  'the filter by service is ignored': filter,
  'the filter by scope is ignored': filter,
  'the filter by day is ignored': filter,
  'the search is ignored': filter,
  'a search knows Japanese names only': search,
  'a search reads % as any text': search,
  'the next page forgets the filter': { found: 'the pages of a filtered list are together that list' },
  'drafts are in the order of their first save': { found: 'a draft that is saved again is the first' },
  'a day of a filter is one of UTC': { found: 'a day of a filter is a day in Japan' },
  'a cursor is a number': { found: 'a new application does not move the next page' },
  'a cursor is a time': { found: 'applications of the same time are each on one page' },
  'the oldest application is first': page,
  'the last page has a next one': page,
  'the limit is ignored': page,
  'a list has an application twice': ofAnswers('a list has each item once', 'an order is stored as it was sent'),
  'names are in English': language,
  'names are in English for unknown languages': language,
  'a list of languages is not understood': language,
  'listServices names services in Japanese only': language,
  'listOrders names services in Japanese only': language,
  'getOrder names services in Japanese only': language,
  'listDrafts names services in Japanese only': language,
  // What two operations show
  'the list of services has other names': differs('what it shows is what listServices shows'),
  'the list of services has an old version of a form': { found: 'the version of a form in the list is accepted' },
  'a stopped service is open in the list': { found: 'a service that accepts no applications says so' },
  'the list of applications has other receipt numbers': differs('what it shows is what getOrder shows'),
  'the list of applications has an old state': differs('what it shows is what listOrders shows'),
  'the list of applications lacks their charges': differs('what it shows is what listOrders shows'),
  'the list of applications offers no payment': differs('what it shows is what listOrders shows'),
  'an application shows another amount of its charge': differs('what it shows is what getCharge shows'),
  'a charge is titled in two ways': differs('what it shows is what getOrder shows'),
  'an application shows another size of its file': differs('what it shows is what getAttachment shows'),
  'the list of drafts has the time of its answer': differs('what it shows is what getDraft shows'),
  'the list of drafts forgets the step': differs('what it shows is what getDraft shows'),
  'the list of issued files has other names': differs('what it shows is what listFiles shows'),
  'the list of issued files lacks receipts': { found: 'what it shows is what listFiles shows' },
  'issued files are named by language': { found: 'an issued file is downloaded as it is listed' },
  'an issued file is downloaded by another name': { found: 'an issued file is downloaded as it is listed' },
  // Headers and bodies
  'getOrder answers with another order': ofAnswers('every answer is about what was asked for'),
  'the timeline begins with its newest entry': ofAnswers(
    'a timeline begins with its oldest entry',
    'a declined charge stays declined and cannot be paid',
  ),
  'the Location is that of another order': ofAnswers('every answer is about what was asked for'),
  'the header Date is missing': ofAnswers('every answer has the time of the server'),
  'the X-Request-Id is not repeated': ofAnswers('every answer repeats the X-Request-Id'),
  'the X-Request-Id is missing': ofAnswers('every answer repeats the X-Request-Id'),
  'tags are weak': ofAnswers('every tag is strong', 'a saved draft is kept'),
  'the header Location is missing': ofDocument,
  'answers may be stored': ofAnswers('no answer with personal data is stored'),
  'a downloaded file may be stored': ofAnswers('no answer with personal data is stored', link.found),
  'errors have a stack': ofAnswers('no answer shows the inside of the server', 'a first save does not replace a draft'),
  'a broken body is an unexpected error': noObject,
  'a missing body is an empty one': noObject,
  'a body that is no object is an unexpected error': noObject,
  'unknown members are ignored': { found: 'a member that the document does not have is refused' },
  'a member of another type is an unexpected error': { found: 'a member of another type is refused as a field' },
  'absent members are null': ofDocument,
  'Retry-After has a unit': wait,
  'Retry-After is no wait': wait,
  'Retry-After is a day': wait,
  'times have a space': ofDocument,
  'times are nine hours too early': { found: 'an order is stored as it was sent' },
  'times have no offset': ofDocument,
  'a created order is answered with 200': { found: 'an order is stored as it was sent' },
  'answers are not declared as JSON': ofDocument,
  'amounts have fractions': ofDocument,
  'a status is unknown': ofDocument,
} satisfies { [defect: string]: Finding }

/** Those of answers that only an interaction of the pact gets. */
export const defectsOfInteractions = ['the header Retry-After is missing', 'files of any type are accepted'] as const

export type Defect = keyof typeof defects | (typeof defectsOfInteractions)[number]

/** Two answers of this rule show a thing in two ways. */
function differs(shownBy: string): Finding {
  return ofAnswers('every answer shows a thing as it was sent, and as the others do', shownBy)
}

function ofAnswers(found: string, shownBy = 'an order is stored as it was sent'): Finding {
  return { found, shownBy }
}
