import { fill, ownOf, type Entity } from '../../../engine/core/index.ts';
import type { Culture, Texts } from '../../texts.ts';

interface Named {
  path: string;
  message: string;
}

/** What a refused call was about: an entity's action, in lower case. */
interface Refused {
  entity: Entity | undefined;
  verb: string;
}

/** The message of a refusal for clients that show nothing else: each issue with its field's label, if there is one. */
export function messageOf(issues: readonly Named[], texts: Texts, culture: Culture, { entity, verb }: Refused): string {
  const words: Readonly<Record<string, unknown>> = entity ? texts.entity(culture, entity) : {};
  const inputs = inputsOf(words, verb);
  const said = issues.map(({ path, message }) => {
    // Which records are meant needs no label.
    if (path === '' || path === 'ids') return message;
    const field = labelOf(path, words, (key) => ownOf(inputs, key) ?? given(texts, culture, key));
    return fill(texts.engine(culture, 'form.summary.line'), { field, text: message });
  });
  // A Chinese sentence ends with its own full stop.
  return [...new Set(said)].join(culture === 'zh-CN' ? '' : '; ');
}

/** The labels of what an action asks for beside the fields of its record. */
function inputsOf(words: Readonly<Record<string, unknown>>, verb: string): Readonly<Record<string, string>> {
  const actions = (words['input'] ?? {}) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return Object.entries(actions).find(([action]) => action.toLowerCase() === verb)?.[1] ?? {};
}

/** `boxes[0].weight` as `Boxes 1, Weight`; the path where there is no label. */
function labelOf(path: string, words: Readonly<Record<string, unknown>>, given: (key: string) => string | undefined) {
  const [head = '', ...rest] = path.split('.');
  const [, field = head, row] = /^(\w+)\[(\d+)\]$/.exec(head) ?? [];
  const fields = words['fields'] as Record<string, string> | undefined;
  const label = ownOf(fields, field) ?? given(field);
  if (label === undefined) return path;
  const lines = ownOf(words['lines'] as Record<string, Record<string, string>> | undefined, field);
  const inner = rest.map((name) => ownOf(lines, name) ?? name);
  return [row === undefined ? label : `${label} ${Number(row) + 1}`, ...inner].join(', ');
}

/** The label of a system field. */
function given(texts: Texts, culture: Culture, name: string): string | undefined {
  const key = `given.${name}`;
  const word = texts.engine(culture, key);
  return word === key ? undefined : word;
}
