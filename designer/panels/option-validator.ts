import type { RJSFSchema, RJSFValidationError } from '@rjsf/utils';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { optionFormSchema } from '../../engine/core/index.ts';
import { optionForm } from '../../schemas/generated/option-validator.js';

/** The option form as rjsf takes it. */
export const optionSchema = optionFormSchema as RJSFSchema;

/** ajv, compiled beforehand: the page's security policy forbids compiling here. */
export const optionValidator = createPrecompiledValidator({ optionForm } as ValidatorFunctions, optionSchema);

/** An error of ajv as the code of the entity language, so that it has the words that the server's refusal has. */
export function languageCode({ name, params }: RJSFValidationError): {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
} {
  const of = params as Readonly<Record<string, unknown>> | undefined;
  switch (name) {
    case 'minimum':
      return { code: 'schema.tooSmall', params: { min: of?.['limit'] } };
    case 'minItems':
      return { code: 'schema.tooFew', params: { min: of?.['limit'] } };
    case 'minLength':
      return { code: 'schema.empty', params: {} };
    case 'pattern':
      return { code: 'schema.name', params: {} };
    case 'enum':
      return {
        code: 'schema.option',
        params: { options: (of?.['allowedValues'] as string[] | undefined)?.join(', ') },
      };
    default:
      return { code: 'schema.type', params: { expected: String(of?.['type'] ?? '') } };
  }
}
