import { ownOf, type Entity, type Field } from '../../../engine/core/index.ts';

/** What existing clients call things on the paths of one entity, and how they write values. */
export interface Form {
  /** Their name for a field: taken where the field itself does not come, and answered beside it. */
  names?: Readonly<Record<string, string>>;
  /** Fields whose filter is a text box: the value stands anywhere in the text. */
  contains?: readonly string[];
  /** Codes that are numbers here and words inside; `0` may stand for several words. */
  codes?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Fields whose numeric codes stay texts here. */
  texts?: readonly string[];
  /** The field that `searchBeginTime` and `searchEndTime` are about, where it is not the time of making. */
  times?: string;
  /** The view that a list shows where none is asked for. */
  view?: string;
}

const named = ['name', 'code'];
const letter = { draft: 0, pending: 0, sent: 1, failed: 2 };
const yesOrNo = { Y: 0, N: 1 };

/** The system pages, by entity. Everything else has the form of `others`. */
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

/** Names that every entity has under another one. */
const everywhere: Readonly<Record<string, string>> = { createdTime: 'createdAt', updatedTime: 'updatedAt' };

/** Their names for the fields of an entity: `pid` is the parent of a tree. */
export const namesOf = (entity: Entity): Readonly<Record<string, string>> => ({
  ...everywhere,
  ...formOf(entity).names,
  ...(entity.tree === null ? {} : { pid: entity.tree }),
});

/** The root of every tree, as the wire points at it. */
export const root = '0';

/** Whether the codes of a field are numbers here: on the system pages, where every one of them reads as one. */
export function isNumbered(entity: Entity, field: Field): boolean {
  if (!Object.hasOwn(forms, entity.name) || field.meta.type !== 'choice') return false;
  if (formOf(entity).texts?.includes(field.name)) return false;
  return field.meta.dictionary !== undefined || (field.meta.options ?? []).every(isNumber);
}

export const isNumber = (code: unknown): code is string => typeof code === 'string' && /^(0|[1-9]\d{0,8})$/.test(code);

/** The words behind a number of such a code; the text itself where it is none of them. */
export function wordsOf(codes: Readonly<Record<string, number>>, text: string): string[] {
  const words = Object.entries(codes).flatMap(([word, number]) => (String(number) === text.trim() ? [word] : []));
  return words.length > 0 ? words : [text];
}
