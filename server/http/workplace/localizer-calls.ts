import type { LiveTexts } from '../../localizer/live-texts.ts';
import type { Actor, Context } from '../../operations/context.ts';
import { parameters } from '../../operations/openapi/open-api-parts.ts';
import { asked, flag, id, listOf, oneOf, orNull, said, shape, text, whole } from '../../operations/openapi/shapes.ts';
import { compareTexts, mayCompare, readCoverage } from '../../operations/read/compare-texts.ts';
import type { Texts } from '../../texts.ts';
import type { Call } from '../calls.ts';

interface LocalizerServices {
  readonly context: Context;
  readonly texts: Texts;
  readonly liveTexts: LiveTexts;
}

const coverage = shape(
  {
    ...{ code: text, name: text, delivered: flag, pseudo: flag, total: whole },
    own: said(whole, 'Texts of the culture itself; the others fall back to the base culture.'),
    edited: whole,
  },
  'TextCoverage',
);
const compared = shape(
  {
    ...{ space: text, key: text, base: text, text, state: oneOf('delivered', 'edited', 'missing') },
    id: said(orNull(id), 'The edit that may be changed or reverted.'),
    version: orNull(whole),
  },
  'ComparedText',
);

/** The platform's translation library: how far each language is, and its texts beside those of another. */
export const localizerCalls: readonly Call<LocalizerServices>[] = [
  {
    ...{ method: 'get', path: 'sysLocalizer/coverage', operationId: 'textCoverage' },
    answer: shape({ cultures: listOf(coverage), spaces: listOf(text) }),
    async run(on, { actor }) {
      await prepare(on, actor);
      return readCoverage(on.texts);
    },
  },
  {
    ...{ method: 'get', path: 'sysLocalizer/compare', operationId: 'compareTexts' },
    query: [...asked('target?', 'base?', 'space?', 'state?'), ...parameters('searchValue', 'pageNo', 'pageSize')],
    answer: shape({ pageNo: whole, pageSize: whole, totalRows: whole, rows: listOf(compared) }),
    async run(on, { actor, query }) {
      await prepare(on, actor);
      return compareTexts(on.texts, on.liveTexts.edited(), query);
    },
  },
];

async function prepare({ context, liveTexts }: LocalizerServices, actor: Actor): Promise<void> {
  mayCompare(context, actor);
  await liveTexts.fresh();
}
