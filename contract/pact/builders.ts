import type { PactV4 } from '@pact-foundation/pact'

/** Types of the builder, which the package does not export by name. */
type Interaction = ReturnType<PactV4['addInteraction']>
type WithRequest = Interaction['withRequest']
type WithResponse = ReturnType<WithRequest>['willRespondWith']

export type RequestBuilder = Parameters<NonNullable<Parameters<WithRequest>[2]>>[0]
export type ResponseBuilder = Parameters<NonNullable<Parameters<WithResponse>[1]>>[0]
export type Headers = Parameters<RequestBuilder['headers']>[0]
export type Query = Parameters<RequestBuilder['query']>[0]
export type StateMap = NonNullable<Parameters<Interaction['given']>[1]>
