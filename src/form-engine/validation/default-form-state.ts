import type { Experimental_DefaultFormStateBehavior } from '@rjsf/utils'
import { isRecord } from '../../../form-model/record.ts'

/**
 * Default values that rjsf may fill in. Never a decision of the user: a consent (`const: true`) must be ticked, a
 * required yes/no must be chosen. A list starts with its `minItems` entries only if it is required, and never with
 * files.
 */
export const defaultFormState: Experimental_DefaultFormStateBehavior = {
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
  arrayMinItems: {
    populate: 'requiredOnly',
    computeSkipPopulate: (_validator, { items }) => isRecord(items) && items.format === 'attachment-id',
  },
}
