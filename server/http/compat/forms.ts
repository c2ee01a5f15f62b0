import { ownOf, type Entity, type Field } from '../../../engine/core/index.ts';

/** Differences of an entity's fields and values in the earlier API. */
export interface Form {
  /** Earlier field names: accepted if the field itself is missing, and added to answers. */
  names?: Readonly<Record<string, string>>;
  /** Fields whose filter matches any part of the text. */
  contains?: readonly string[];
  /** Numeric codes of values; `0` may stand for several values. */
  codes?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Fields whose numeric codes are texts here. */
  texts?: readonly string[];
  /** The field that `searchBeginTime` and `searchEndTime` filter, if not the creation time. */
  times?: string;
  /** The default view of a list. */
  view?: string;
}

const named = ['name', 'code'];
const letter = { draft: 0, pending: 0, sent: 1, failed: 2 };
const yesOrNo = { Y: 0, N: 1 };

/** The system pages by entity. All others use `others`. */
const forms: Readonly<Record<string, Form>> = {
  account: { contains: ['account', 'name', 'phone', 'email', 'jobNum'], names: { searchStatus: 'status' } },
  application: { contains: named },
  config: { contains: named, texts: ['groupCode'] },
  'dict-type': { contains: named, names: { searchStatus: 'status' } },
  'dict-data': { contains: ['value', 'code'], names: { typeId: 'type', searchStatus: 'status' } },
  'exception-log': {
    contains: ['name', 'className', 'methodName', 'exceptionMsg', 'exceptionName'],
    times: 'exceptionTime',
  },
  file: { contains: ['fileOriginName', 'fileBucket', 'fileObjectName'] },
  mail: { contains: ['to', 'title'] },
  menu: { contains: named },
  notice: {
    contains: ['title'],
    names: { noticeUserIdList: 'recipients', publicTime: 'publishedAt', cancelTime: 'withdrawnAt' },
    codes: { status: { draft: 0, published: 1, withdrawn: 2 } },
  },
  'received-notice': { contains: ['title'], names: { publicTime: 'publishedAt' } },
  'operation-log': { contains: ['name', 'account', 'url', 'ip'], times: 'opTime', codes: { success: yesOrNo } },
  org: { contains: named, texts: ['orgType'] },
  position: { contains: named },
  role: { contains: named, texts: ['template'] },
  session: {
    names: { lastLoginIp: 'ip', lastLoginTime: 'createdAt', lastLoginBrowser: 'browser', lastLoginOs: 'os' },
    view: 'open',
  },
  sms: {
    contains: ['phoneNumbers'],
    names: { templateCode: 'template' },
    codes: { status: letter },
  },
  tenant: { contains: ['name', 'code', 'host', 'adminName', 'email'] },
  timer: { contains: ['jobName'], names: { timerName: 'jobName' } },
  'timer-run': {},
  'visit-log': { contains: ['name', 'account', 'ip'], times: 'visTime', codes: { success: yesOrNo } },
};

const others: Form = {};

export const formOf = (entity: Entity): Form => ownOf(forms, entity.name) ?? others;

/** Earlier names of fields that every entity has. */
const everywhere: Readonly<Record<string, string>> = { createdTime: 'createdAt', updatedTime: 'updatedAt' };

/** Earlier names of an entity's fields: `pid` is the parent in a tree. */
export const namesOf = (entity: Entity): Readonly<Record<string, string>> => ({
  ...everywhere,
  ...formOf(entity).names,
  ...(entity.tree === null ? {} : { pid: entity.tree }),
});

/** The parent id of root nodes. */
export const root = '0';

/** Whether a field's codes are numbers here: on system pages, if all of them are numeric. */
export function isNumbered(entity: Entity, field: Field): boolean {
  if (!Object.hasOwn(forms, entity.name) || field.meta.type !== 'choice') return false;
  if (formOf(entity).texts?.includes(field.name)) return false;
  return field.meta.dictionary !== undefined || (field.meta.options ?? []).every(isNumber);
}

export const isNumber = (code: unknown): code is string => typeof code === 'string' && /^(0|[1-9]\d{0,8})$/.test(code);

/** The values of a numeric code; the text itself if it is none. */
export function wordsOf(codes: Readonly<Record<string, number>>, text: string): string[] {
  const words = Object.entries(codes).flatMap(([word, number]) => (String(number) === text.trim() ? [word] : []));
  return words.length > 0 ? words : [text];
}
