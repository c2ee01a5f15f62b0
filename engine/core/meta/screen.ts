import type { LanguageSchema } from './language-schema.ts';

export const periods = ['today', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

export const blockKinds = [
  ...(['number', 'line', 'bar', 'pie', 'list', 'states', 'calendar'] as const),
  ...(['form', 'links', 'jobs', 'text', 'page', 'task', 'recent'] as const),
] as const;
export type BlockKind = (typeof blockKinds)[number];

/**
 * One block of a declared screen: what is asked of one entity, and how the answer is drawn. Neighbouring tasks are lines of
 * one card: what waits for this person, each with how many and how much; those with nothing waiting are left out.
 */
export interface BlockMeta {
  /** Its name, by which `locales/<culture>/screens.json` words it. */
  block: string;
  kind: BlockKind;
  /** The entity that is asked, or of a form made; of `links`, `jobs`, `text`, `page` and `recent` there is none. */
  entity?: string;
  /** A permission code of the entity: who does not hold it does not see the block. */
  needs?: string;
  /**
   * The date or datetime by which the period of the screen narrows the block; without one the period is no matter. Of a
   * calendar: on whose day a record stands.
   */
  time?: string;
  /** Filters in the wire's own keys. `$me` is the person's id, `$today` the tenant's day, `$currency` its currency. */
  filter?: Record<string, string>;
  /** Numbers and charts: what is worked out of the field; else records are counted. */
  sum?: string;
  avg?: string;
  min?: string;
  max?: string;
  /**
   * Charts: the field that makes the bars or slices; without it, `time` does, in the unit that suits the period. Tasks: the
   * field across which the sum is not added up, such as its currency.
   */
  group?: string;
  /** Lines and bars over time: the field that makes one line or layer each. */
  series?: string;
  /** Charts by group: at most so many, the largest first (6 to begin with); the rest is said to be there. */
  top?: number;
  /** Lists: the fields of a row. */
  columns?: string[];
  /** Lists: as a list request has it, `-createdAt`. */
  sort?: string;
  /** Lists: how many rows (5 to begin with). */
  limit?: number;
  /** Lists: the actions that each row offers to people who may run them. */
  acts?: string[];
  /** Pages: the address in the frame, of a host that the operator lets be embedded. */
  url?: string;
  /** Numbers and tasks: how a number above zero is meant. */
  tone?: 'neutral' | 'info' | 'good' | 'warn' | 'bad';
  /** Links: the entities whose lists and new forms are one step away. */
  to?: string[];
  /** Columns of four that the block takes on a wide screen. */
  span?: 1 | 2 | 3 | 4;
}

/** A screen of blocks, declared as data: `schemas/screens/<screen>.json`. */
export interface ScreenMeta {
  screen: string;
  /** The period to begin with, where a block has a `time`. */
  period?: Period;
  /** Seconds after which the blocks reload. */
  refresh?: number;
  blocks: BlockMeta[];
}

/** Every fact that a block may work out of a field. */
export const blockMeasures = ['sum', 'avg', 'min', 'max'] as const;

const name = { type: 'string', pattern: '^[a-z][a-zA-Z0-9]{0,49}$' } as const satisfies LanguageSchema;
const entityName = { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' } as const satisfies LanguageSchema;
const count = { type: 'integer', minimum: 1 } as const satisfies LanguageSchema;

/** The shape of a screen file, as JSON Schema. */
export const screenSchema: LanguageSchema = {
  type: 'object',
  required: ['screen', 'blocks'],
  additionalProperties: false,
  properties: {
    screen: name,
    period: { enum: periods, type: 'string' },
    refresh: { type: 'integer', minimum: 10 },
    blocks: {
      type: 'array',
      minItems: 1,
      maxItems: 40,
      items: {
        type: 'object',
        required: ['block', 'kind'],
        additionalProperties: false,
        properties: {
          block: name,
          kind: { enum: blockKinds, type: 'string' },
          entity: entityName,
          needs: name,
          time: name,
          filter: { type: 'object', additionalProperties: { type: 'string' } },
          sum: name,
          avg: name,
          min: name,
          max: name,
          group: name,
          series: name,
          top: count,
          columns: { type: 'array', minItems: 1, maxItems: 6, items: name },
          sort: { type: 'string', minLength: 1 },
          limit: count,
          acts: { type: 'array', minItems: 1, maxItems: 4, items: name },
          url: { type: 'string', pattern: '^https://[a-zA-Z0-9.-]+(:\\d+)?(/[^\\s<>"]*)?$' },
          tone: { type: 'string', enum: ['neutral', 'info', 'good', 'warn', 'bad'] },
          to: { type: 'array', minItems: 1, maxItems: 12, items: entityName },
          span: { type: 'integer', minimum: 1 },
        },
      },
    },
  },
};
