/**
 * What a schema may say. These are the plain types of the entity language: the JSON of one file in `schemas/`, after
 * parsing and before compiling. The order of the keys here is the canonical order in which `printEntity` writes them.
 */

import type { ListMeta } from './list.ts';

export const fieldTypeNames = [
  'text',
  'longText',
  'richText',
  'integer',
  'decimal',
  'money',
  'percent',
  'rate',
  'weight',
  'length',
  'date',
  'datetime',
  'time',
  'boolean',
  'choice',
  'choices',
  'reference',
  'references',
  'lines',
  'parent',
  'email',
  'phone',
  'url',
  'country',
  'postalCode',
  'address',
  'file',
  'image',
  'secret',
  'sequence',
  'pattern',
  'color',
  'icon',
  'cron',
  'json',
  'computed',
  'rollup',
] as const;
export type FieldTypeName = (typeof fieldTypeNames)[number];

/** Either always, or when the CEL expression over the record's fields is true. */
export type Condition = boolean | string;

export interface FieldMeta {
  type: FieldTypeName;
  /** The column. Never changes; written only after the field was renamed. Defaults to the name. */
  id?: string;
  required?: Condition;
  readOnly?: Condition;
  visible?: Condition;
  /** A constant of the field's wire type. */
  default?: unknown;
  /** Unique within the tenant, empty values aside. */
  unique?: boolean;
  /** Accepted when the record is added, fixed afterwards. */
  fixed?: boolean;
  /** A custom widget of `engine/modules/<module>/` that edits this field in forms. */
  widget?: string;
  /** Options of the widget, as its manifest declares them. */
  widgetOptions?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** A setting of the tenant whose text is shown beside the field while the record can be edited. Texts: `<entity>.notes.<name>`. */
  noteSetting?: string;
  /** Of a text that nobody edits: the json field with it by culture. Readers get theirs, and this text where there is none. */
  translations?: string;

  /** Numbers: inclusive bounds. Dates: ISO strings. `choices`, `references`, `lines`: how many. */
  min?: number | string;
  max?: number | string;
  /** Numbers: greater than this. */
  above?: number;
  /** Decimal places: decimal, money, percent, rate, weight, length. */
  scale?: number;
  minLength?: number;
  maxLength?: number;
  /** A linear-time (RE2) regular expression that the whole text must match. */
  pattern?: string;
  /** text: the sibling choice that names an entity; the text is the id of one of its records, shown by its title. */
  recordOf?: string;
  /** text: an entity with a unique `code`; the text is the code of one of its records, shown by its title. */
  codeOf?: string;

  /** money: a fixed ISO 4217 code, or the name of a sibling field that holds it. */
  currency?: string;
  /** Numbers of a sub-table: false where their sum means nothing, such as prices and days. */
  summed?: boolean;
  /** weight, length: the sibling choice field '0' (lb, in) or '1' (kg, cm). */
  unit?: string;

  /** choice, choices: the values, in order. Their words are `<entity>.options.<field>.<value>`. */
  options?: string[];
  /** choice, choices: the code of a dictionary type instead of `options`. */
  dictionary?: string;
  /** choice: a short colour word per value for tags: neutral, info, good, warn, bad. */
  tones?: Record<string, Tone>;

  /** reference, references: the entity pointed at. */
  to?: string;
  /** reference: CEL over the target's fields (and `actor`) that narrows the picker; also checked on write. */
  filter?: string;
  /**
   * reference: what deleting the target does; `restrict` when absent. `held`: something else keeps the target (it is never
   * deleted, or another key of the same rows stands guard), so that no key and no index of its own watches each row.
   */
  onDelete?: 'restrict' | 'clear' | 'held';

  /** lines: the fields of one row. Any type but lines. */
  fields?: Record<string, FieldMeta>;

  /** sequence: a template such as `RC-{yyMM}-{n:6}`. Counted per tenant and period. */
  sequence?: string;

  /** computed: CEL over the record, or `socket:module.verb-noun`; kept in the column on every write. */
  value?: string;
  /** computed: the type of the answer. */
  as?: FieldTypeName;
  /** rollup: the `lines` field summed over. */
  over?: string;
  /** rollup: what to do with the lines, and with which of their fields (not for count). */
  sum?: string;
  count?: boolean;

  /** file, image: media types such as `image/*`, `application/pdf`; and bytes. */
  accept?: string[];
  maxSize?: number;
  /** file, image: many files instead of one (a list of ids). */
  many?: boolean;
}

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

/** Refuses a record when `when` is true. The words are `<entity>.rules.<code>`, parameters are the record's fields. */
export interface ValidationMeta {
  code: string;
  when: string;
  /** The field that the person should look at; a path such as `boxes` is allowed. */
  at?: string;
}

export interface IndexMeta {
  fields: string[];
  unique?: boolean;
}

/** Sections by name, each a list of rows, each a list of 1 to 3 field names. Words: `<entity>.sections.<name>`. */
export type FormMeta = Record<string, string[][]>;

export const sectionLayouts = ['tab', 'collapse', 'step'] as const;
/** How a section of a form is drawn; neighbours of one kind share their tabs, panels or steps. */
export type SectionLayout = (typeof sectionLayouts)[number];

export interface DetailMeta {
  /**
   * What the head of a record's page says beside title and state, the most important first; the first amount stands out.
   * The list's columns where nothing is said.
   */
  summary?: string[];
  sections?: FormMeta;
  /** Lists of other entities that point here; with `head` what a list adds up to stands in the head of the page, too. */
  related?: { entity: string; by: string; head?: boolean }[];
}

export const paperSizes = ['A4', 'A5', 'letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

export const documentBlockKinds = [
  ...(['subject', 'logo', 'heading', 'text', 'address', 'fields'] as const),
  ...(['table', 'amount', 'button', 'terms', 'pageNumber'] as const),
] as const;
export type DocumentBlockKind = (typeof documentBlockKinds)[number];

/**
 * One block of a document. Words: `<entity>.documentTexts.<document>.<block>`, the text of subjects, headings, texts, buttons and
 * terms (with `{field}` places), and the title over any other.
 */
export interface DocumentBlockMeta {
  block: string;
  kind: DocumentBlockKind;
  /** address: one field per line, without labels. fields: label and value, in two columns. */
  fields?: string[];
  /** amount: the figure. table: the sub-table whose rows are printed. */
  field?: string;
  /** table: the entity whose records are printed instead, and its field that points here. */
  entity?: string;
  by?: string;
  /** table: fields of the rows, in order. */
  columns?: string[];
  /** table: those of `columns` that are added up below. */
  totals?: string[];
  /** button: the web address that it opens, with `{field}` places behind the host; the record's page when absent. */
  url?: string;
}

/** A document of one record, printed or mailed from blocks. Words: `<entity>.documents.<name>`. */
export interface DocumentMeta {
  /** `mail` is sent, with `subject` and `button`; printed on paper when absent. */
  medium?: 'mail';
  /** A4 when absent. */
  paper?: PaperSize;
  blocks: DocumentBlockMeta[];
}

export interface WorkflowMeta {
  start: string;
  /** Sockets run in the transaction that adds a record, in order, on every way in; they may refuse it or fill fields in. */
  startEffects?: string[];
  states: Record<string, StateMeta>;
  transitions: Record<string, TransitionMeta>;
}

export interface StateMeta {
  tone?: Tone;
  /** Whether `edit` and `delete` are possible here. Both default to false. */
  edit?: boolean;
  remove?: boolean;
  /** The transition that records in this state wait for: a to-do for everyone who may run it. */
  awaits?: string;
  /** The transition that usually follows when a record is created; forms and pages offer it as the next step. */
  next?: string;
  /** Records here count for nothing any more: lists show their title crossed out. */
  struck?: boolean;
}

/** A named thing to do with a record beyond add, edit and delete. Words: `<entity>.actions.<name>`. */
export interface ActionMeta {
  /** The permission code; defaults to the action's own name. */
  needs?: string;
  /** Refusals, checked on the record with the dialog's input in place. */
  guard?: ValidationMeta[];
  /** Fields of the entity asked in the dialog, in order. */
  form?: string[];
  /** Those of `form` that must be filled in here even if the entity does not require them. */
  require?: string[];
  /** What the dialog of one record begins with: CEL over the record, by a name of `form` or `input`. */
  prefill?: Record<string, string>;
  /** Fields of the record that the dialog shows beside what it asks. */
  show?: string[];
  /** A figure of another entity that the action will move, shown as it is and as it will be. */
  forecast?: ForecastMeta;
  /** Input that is not a field of the entity; effects read it as `input`. */
  input?: Record<string, FieldMeta>;
  /** Fields set by the plan: CEL over the record, `input`, `actor` and `now`. */
  set?: Record<string, string>;
  /** Sockets run in the transaction, in order. */
  effects?: string[];
  /** Sockets run after commit, from the outbox. */
  jobs?: string[];
  /** External calls, run after the commit and before the answer. They must be repeatable. */
  calls?: string[];
  /** Asks before running. Words: `<entity>.confirm.<name>`. */
  confirm?: boolean;
  tone?: Tone;
  /** Offered for a selection of rows too. */
  bulk?: boolean;
}

/** Words: `<entity>.forecast.<action>`. */
export interface ForecastMeta {
  /** The entity that holds the figure, where the person may read it. */
  entity: string;
  /** Which one record of it: CEL over this record, by the field of that entity that it equals. */
  where: Record<string, string>;
  /** The figure. */
  field: string;
  /** By how much it moves: CEL over the record with the dialog's input in place. */
  adds: string;
}

export interface TransitionMeta extends ActionMeta {
  from: string[];
  to: string;
}

export const scopeWords = ['all', 'orgAndBelow', 'org', 'self', 'custom'] as const;
/** Which rows a grant reaches: a scope word, or CEL over the record's fields and `actor`. */
export type RowScope = (typeof scopeWords)[number] | (string & {});

/** One grant. Rows and fields stay paired: a cell is visible only if one grant gives that row and that field. */
export interface GrantMeta {
  /** `read add edit delete import export`, transition and action names or their `needs`, or `*`. */
  codes: string[];
  rows?: RowScope;
  /** Fields that stay hidden. */
  hide?: string[];
  /** Fields shown but never written. */
  readOnly?: string[];
}

/**
 * A case kept with the rules: given a record, what is expected. Values are wire values by field; what is left out is empty.
 * Answered by the declaration alone: no store, no lookup, no clock but its own.
 */
export interface RuleTestMeta {
  record: Record<string, unknown>;
  /** The record before the change; absent: it is being added, or an action meets it as it stands. */
  old?: Record<string, unknown>;
  /** The transition or action that is tried on the record, with `input` as its dialog's answers. */
  action?: string;
  input?: Record<string, unknown>;
  /** The acting person; staff without a role by default. */
  actor?: { id?: string; type?: ActorType; member?: string; org?: string; roles?: string[] };
  /** `YYYY-MM-DD HH:mm:ss`, in the tenant's zone. */
  now?: string;
  expect: TestExpectations;
}

export const actorTypes = ['super', 'admin', 'staff', 'member', 'system'] as const;
export type ActorType = (typeof actorTypes)[number];

/** Only what is named here is asked. */
export interface TestExpectations {
  /** Exactly the codes of the validations that refuse the record, in any order. */
  codes?: string[];
  /** By field. */
  hidden?: Record<string, boolean>;
  required?: Record<string, boolean>;
  readOnly?: Record<string, boolean>;
  /** By field: what is computed, after the action where one is tried. */
  values?: Record<string, unknown>;
  /** Exactly the codes that refuse the action (`required`, `state.wrong`, or a guard's); none lets it pass. */
  refusals?: string[];
}

export interface EntityMeta {
  /** kebab-case; the folder, the table and the prefix of every label key. */
  entity: string;
  /** The segment of the wire: `/api/{path}/page`. */
  path: string;
  /** The field whose value names a record. */
  title: string;
  /** `platform`: rows and endpoints exist for the platform's own tenant alone. Default `tenant`. */
  tenancy?: 'tenant' | 'platform';
  /** Row-level security for members: a reference field to the customer, `id` when the record is the customer, `shared` when members may read every row, absent for staff only. */
  owner?: string;
  /** The reference field that says which organisation a row belongs to; absent: the actor's (or the owner's) organisation is noted. */
  org?: string;
  appendOnly?: boolean;
  /** The `parent` field of a tree. */
  tree?: string;
  fields: Record<string, FieldMeta>;
  validations?: ValidationMeta[];
  indexes?: IndexMeta[];
  list: ListMeta;
  form?: FormMeta;
  /** Sections of `form` that are drawn as tabs, panels or steps instead of one card below the other. */
  formLayout?: Record<string, SectionLayout>;
  detail?: DetailMeta;
  /** Documents that readers of a record may print, and mails that they may send, by name. */
  documents?: Record<string, DocumentMeta>;
  workflow?: WorkflowMeta;
  actions?: Record<string, ActionMeta>;
  /** By role template (admin, finance, clerk, member, superAdmin). `admin` has every code unless named here. */
  access: Record<string, GrantMeta | GrantMeta[]>;
  /** Cases that must hold before the entity is published, by name. */
  tests?: Record<string, RuleTestMeta>;
}

/** Fields that every entity has without declaring them. `status` is added by a workflow. */
export const systemFields = ['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const;
