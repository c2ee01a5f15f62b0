import type { Context } from '../../operations/context.ts';
import { parameters } from '../../operations/openapi/open-api-parts.ts';
import { flag, id, listOf, oneOf, said, shape, text } from '../../operations/openapi/shapes.ts';
import { searchRecords } from '../../operations/read/search-records.ts';
import type { Texts } from '../../texts.ts';
import type { Call } from '../calls.ts';

const foundRow = shape(
  {
    ...{ id, title: text, exact: flag },
    'status?': said(
      shape({ text, tone: oneOf('neutral', 'info', 'good', 'warn', 'bad') }),
      'Label and colour of its state.',
    ),
    'owner?': said(text, 'Title of its owner.'),
    'at?': said(text, 'Creation time.'),
  },
  'FoundRow',
);

/** Global search over all readable entities. */
export const searchCalls: readonly Call<{ readonly context: Context; readonly texts: Texts }>[] = [
  {
    ...{ method: 'get', path: 'search', operationId: 'search', query: parameters('searchValue') },
    answer: listOf(
      shape(
        { entity: text, path: text, name: said(text, 'Label of the entity.'), rows: listOf(foundRow) },
        'FoundGroup',
      ),
    ),
    run: ({ context, texts }, { actor, query, culture }) =>
      searchRecords(context, actor, texts, { culture, text: query['searchValue'] }),
  },
];
