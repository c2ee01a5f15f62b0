/** A value of a JSON text: where it stands and under which place, named as issues name places. */
export interface JsonPlace {
  readonly place: string;
  /** Characters from 0: from the key (or the item) to the end of the value. */
  readonly start: number;
  readonly end: number;
}

/** Every value of a JSON text with its path, outer before inner. Invalid JSON is read up to the error. */
export function placesIn(text: string): JsonPlace[] {
  const found: { place: string; start: number; end: number }[] = [];
  let at = 0;
  const blank = () => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const word = (): string => {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return text.slice(start + 1, at - 1);
  };
  const items = (place: string, close: '}' | ']') => {
    at += 1;
    for (let index = 0; at < text.length; index += 1) {
      blank();
      if (text[at] === close) break;
      const start = at;
      let key = `[${index}]`;
      if (close === '}') {
        if (text[at] !== '"') break;
        const name = word();
        key = place === '' ? name : `.${name}`;
        blank();
        if (text[at] !== ':') break;
        at += 1;
      }
      value(place + key, start);
      blank();
      if (text[at] === ',') at += 1;
    }
    at += 1;
  };
  const value = (place: string, start: number) => {
    const entry = { place, start, end: start };
    found.push(entry);
    blank();
    const before = at;
    if (text[at] === '{') items(place, '}');
    else if (text[at] === '[') items(place, ']');
    else if (text[at] === '"') word();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
    // The value is skipped.
    if (at === before) at += 1;
    entry.end = at;
  };
  blank();
  if (text[at] === '{') items('', '}');
  return found;
}

/** The places that can be chosen at the bench: fields, sections, states, transitions, actions, views. */
const choosable =
  /^(fields\.\w+\.fields\.\w+|fields\.\w+|form\.\w+|detail\.sections\.\w+|list\.(?:views|counted)\.\w+|workflow\.(?:states|transitions)\.\w+|actions\.\w+)/;

/** What is chosen when the caret stands here; null where that is nothing in particular. */
export function placeAt(places: readonly JsonPlace[], offset: number): string | null {
  const inner = places.findLast(({ start, end }) => start <= offset && offset <= end);
  return choosable.exec(inner?.place ?? '')?.[0] ?? null;
}
