export type Severity = 'error' | 'warning'

/** The subject of a rule; the reference is ordered by it. */
export type Topic =
  | 'file'
  | 'definition'
  | 'reference'
  | 'limits'
  | 'access'
  | 'language'
  | 'wording'
  | 'japanese'
  | 'data'
  | 'change'
  | 'samples'
  | 'tenant'

/** Every rule of the check. The texts are in `messages.*.json`, a good and a bad example of each in `rule-examples.ts`. */
export const rules = {
  syntax: { topic: 'file', severity: 'error' },
  'merge-conflict': { topic: 'file', severity: 'error' },
  'duplicate-key': { topic: 'file', severity: 'error' },
  'file-missing': { topic: 'file', severity: 'error' },
  'file-too-large': { topic: 'file', severity: 'error' },
  'folder-name': { topic: 'file', severity: 'error' },
  'unknown-file': { topic: 'file', severity: 'warning' },
  'history-unreadable': { topic: 'file', severity: 'error' },

  'unknown-key': { topic: 'definition', severity: 'error' },
  'missing-key': { topic: 'definition', severity: 'error' },
  'wrong-value': { topic: 'definition', severity: 'error' },
  'unknown-keyword': { topic: 'definition', severity: 'error' },
  'unsupported-keyword': { topic: 'definition', severity: 'error' },
  dialect: { topic: 'definition', severity: 'error' },
  'unknown-type': { topic: 'definition', severity: 'error' },
  'unknown-format': { topic: 'definition', severity: 'error' },
  'unknown-widget': { topic: 'definition', severity: 'error' },
  'no-effect': { topic: 'definition', severity: 'error' },
  'invalid-schema': { topic: 'definition', severity: 'error' },
  'no-type': { topic: 'definition', severity: 'error' },
  'no-items': { topic: 'definition', severity: 'error' },
  'duplicate-step': { topic: 'definition', severity: 'error' },
  'step-without-fields': { topic: 'definition', severity: 'error' },
  'unknown-path': { topic: 'definition', severity: 'error' },
  'check-without-date': { topic: 'definition', severity: 'error' },
  'unknown-field': { topic: 'definition', severity: 'error' },
  'order-incomplete': { topic: 'definition', severity: 'error' },
  'widget-misfit': { topic: 'definition', severity: 'error' },
  'fills-unknown': { topic: 'definition', severity: 'error' },
  'picture-kind': { topic: 'definition', severity: 'error' },
  'table-rows': { topic: 'definition', severity: 'error' },
  'title-in-schema': { topic: 'definition', severity: 'warning' },
  'allow-unused': { topic: 'definition', severity: 'warning' },

  'remote-ref': { topic: 'reference', severity: 'error' },
  'missing-ref': { topic: 'reference', severity: 'error' },
  'outside-ref': { topic: 'reference', severity: 'error' },
  'endless-ref': { topic: 'reference', severity: 'error' },

  'too-large': { topic: 'limits', severity: 'error' },
  'too-deep': { topic: 'limits', severity: 'error' },
  'too-many-fields': { topic: 'limits', severity: 'error' },
  'too-many-choices': { topic: 'limits', severity: 'error' },
  'too-many-entries': { topic: 'limits', severity: 'error' },
  'forbidden-name': { topic: 'limits', severity: 'error' },
  'invalid-pattern': { topic: 'limits', severity: 'error' },
  'unsupported-pattern': { topic: 'limits', severity: 'error' },
  'slow-pattern': { topic: 'limits', severity: 'error' },
  'no-max-length': { topic: 'limits', severity: 'error' },
  'no-max-items': { topic: 'limits', severity: 'warning' },
  'consent-not-required': { topic: 'limits', severity: 'error' },

  'no-label': { topic: 'access', severity: 'error' },
  'no-option-label': { topic: 'access', severity: 'error' },
  'same-label': { topic: 'access', severity: 'error' },
  'picture-text': { topic: 'access', severity: 'error' },
  'table-labels': { topic: 'access', severity: 'error' },
  'table-cells': { topic: 'access', severity: 'error' },
  placeholder: { topic: 'access', severity: 'error' },
  'no-autocomplete': { topic: 'access', severity: 'warning' },
  'no-inputmode': { topic: 'access', severity: 'warning' },
  'no-example': { topic: 'access', severity: 'warning' },
  'no-item-name': { topic: 'access', severity: 'warning' },
  'no-about': { topic: 'access', severity: 'warning' },
  'next-without-delivery': { topic: 'access', severity: 'error' },
  'next-for-all': { topic: 'access', severity: 'warning' },

  'text-missing': { topic: 'language', severity: 'error' },
  'text-unused': { topic: 'language', severity: 'warning' },
  'stated-limit': { topic: 'limits', severity: 'warning' },
  'service-language': { topic: 'language', severity: 'warning' },
  'text-language': { topic: 'language', severity: 'warning' },
  'template-text': { topic: 'language', severity: 'warning' },
  'copy-name': { topic: 'language', severity: 'warning' },
  'text-markup': { topic: 'language', severity: 'error' },
  'text-invisible': { topic: 'language', severity: 'error' },
  'text-width': { topic: 'wording', severity: 'warning' },
  spelling: { topic: 'wording', severity: 'warning' },
  'edge-space': { topic: 'wording', severity: 'warning' },
  'double-space': { topic: 'wording', severity: 'warning' },
  'no-full-stop': { topic: 'wording', severity: 'warning' },
  'two-requests': { topic: 'wording', severity: 'warning' },
  'plain-style': { topic: 'wording', severity: 'warning' },
  'booking-noun': { topic: 'wording', severity: 'warning' },

  'use-format': { topic: 'japanese', severity: 'warning' },
  'phone-without-060': { topic: 'japanese', severity: 'error' },
  'width-pattern': { topic: 'japanese', severity: 'warning' },

  'contradictory-bounds': { topic: 'data', severity: 'error' },
  'impossible-choice': { topic: 'data', severity: 'error' },
  'duplicate-choice': { topic: 'data', severity: 'error' },
  'unusable-choice': { topic: 'data', severity: 'error' },
  'invalid-default': { topic: 'data', severity: 'error' },
  'invalid-example': { topic: 'data', severity: 'error' },
  'required-unknown': { topic: 'data', severity: 'error' },
  'unreachable-branch': { topic: 'data', severity: 'error' },
  'unreachable-step': { topic: 'data', severity: 'error' },
  'late-condition': { topic: 'data', severity: 'error' },
  'loose-condition': { topic: 'data', severity: 'warning' },
  'undecided-else': { topic: 'data', severity: 'warning' },
  'no-discriminator': { topic: 'data', severity: 'error' },
  'invalid-discriminator': { topic: 'data', severity: 'error' },
  'fee-question-gone': { topic: 'data', severity: 'error' },
  'fee-list': { topic: 'data', severity: 'error' },
  'fee-amount-missing': { topic: 'data', severity: 'error' },
  'fee-choice-gone': { topic: 'data', severity: 'warning' },
  'fee-not-choice': { topic: 'data', severity: 'error' },
  'fee-not-whole': { topic: 'data', severity: 'error' },
  'fee-amount': { topic: 'data', severity: 'error' },
  'fee-rounding': { topic: 'data', severity: 'error' },
  'fee-limits': { topic: 'data', severity: 'error' },
  'fee-entries': { topic: 'data', severity: 'error' },
  'fee-later': { topic: 'data', severity: 'warning' },
  'fee-total': { topic: 'data', severity: 'error' },
  'fee-rounded-away': { topic: 'data', severity: 'error' },
  'fee-exempt-open': { topic: 'data', severity: 'error' },
  'fee-exempt-all': { topic: 'data', severity: 'error' },
  'fee-in-list': { topic: 'data', severity: 'error' },
  'fee-optional': { topic: 'data', severity: 'error' },
  'fee-none': { topic: 'data', severity: 'warning' },
  'fee-not-asked': { topic: 'data', severity: 'warning' },
  'fee-zero': { topic: 'data', severity: 'error' },
  'unbounded-fee': { topic: 'data', severity: 'warning' },
  'no-jpeg': { topic: 'data', severity: 'warning' },
  'total-size': { topic: 'data', severity: 'warning' },

  'field-removed': { topic: 'change', severity: 'warning' },
  'field-tightened': { topic: 'change', severity: 'warning' },

  'fee-sample': { topic: 'samples', severity: 'error' },
  'fee-sample-gone': { topic: 'samples', severity: 'error' },
  'sample-missing': { topic: 'samples', severity: 'warning' },
  'sample-refused': { topic: 'samples', severity: 'error' },
  'sample-accepted': { topic: 'samples', severity: 'error' },
  'branch-untested': { topic: 'samples', severity: 'warning' },
  'verdict-differs': { topic: 'samples', severity: 'error' },
  'not-fillable': { topic: 'samples', severity: 'error' },
  'not-drawn': { topic: 'samples', severity: 'error' },

  'low-contrast': { topic: 'tenant', severity: 'warning' },
  'logo-missing': { topic: 'tenant', severity: 'error' },
  'logo-kind': { topic: 'tenant', severity: 'error' },
  'logo-size': { topic: 'tenant', severity: 'error' },
  'link-not-https': { topic: 'tenant', severity: 'error' },
  'tenant-language': { topic: 'tenant', severity: 'warning' },
  'tenant-part': { topic: 'tenant', severity: 'warning' },
  'own-text-key': { topic: 'tenant', severity: 'warning' },
  'own-text': { topic: 'tenant', severity: 'warning' },
  'own-text-placeholder': { topic: 'tenant', severity: 'warning' },
} as const satisfies { [id: string]: { topic: Topic; severity: Severity } }

export type RuleId = keyof typeof rules

export const ruleIds = Object.keys(rules).filter((id): id is RuleId => Object.hasOwn(rules, id))

export function isRuleId(id: unknown): id is RuleId {
  return typeof id === 'string' && Object.hasOwn(rules, id)
}

export function severityOf(rule: RuleId): Severity {
  return rules[rule].severity
}

export function topicOf(rule: RuleId): Topic {
  return rules[rule].topic
}
