import { languageSchema, type LanguageSchema } from './language-schema.ts';

/** What panels of their own say: the type, what a field is called, its values and the fields of its rows. */
const editedElsewhere = new Set(['type', 'id', 'options', 'tones', 'fields', 'widgetOptions']);

/**
 * The options of a field as one form: the rules of the language for each option by itself, none of them required. The
 * designer's property panel and the server check with it, so that both refuse the same values.
 */
export const optionFormSchema: LanguageSchema & { $id: string } = {
  $id: 'optionForm',
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(languageSchema.$defs?.['field']?.properties ?? {}).filter(([key]) => !editedElsewhere.has(key)),
  ),
};
