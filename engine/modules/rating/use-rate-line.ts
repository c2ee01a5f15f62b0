import { useMemo, useState } from 'react';
import { readStored, storeLocally, useViewer } from '../../kit/index.ts';
import { noDraft, writeLine, type RateDraft } from './draft.ts';
import { parseLine, type ParsedLine } from './parse-line.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

/** A parcel as a line of text and as a form, each of which writes the other. */
export function useRateLine(shared: string, today: string) {
  // Where the last parcel went from is where the next one does, as long as nothing else is said.
  const fromKey = `RATE_FROM_${useViewer().id}`;
  const usual = useMemo(() => readStored<string>(fromKey, isText) ?? '', [fromKey]);
  const read = (text: string): ParsedLine & { usual: boolean } => {
    const parsed = parseLine(text, { unitType: '0', today });
    if (parsed.draft.from.postalCode || !usual) return { ...parsed, usual: false };
    const { from } = parseLine(`${usual} >`, { unitType: '0', today }).draft;
    return { ...parsed, draft: { ...parsed.draft, from }, usual: true };
  };
  const [line, setLine] = useState(shared);
  const [parsed, setParsed] = useState(() => read(shared));
  const [draft, setDraft] = useState<RateDraft>(() =>
    shared ? parsed.draft : { ...noDraft, from: parsed.draft.from },
  );
  const type = (text: string) => {
    const next = read(text);
    setLine(text);
    setParsed(next);
    setDraft(next.draft);
  };
  const edit = (next: RateDraft) => {
    setDraft(next);
    setLine(writeLine(next));
    setParsed({ draft: next, unknown: [], problems: [], usual: false });
  };
  const keepOrigin = (text: string) => storeLocally(fromKey, text.slice(0, text.indexOf(' > ')));
  return { line, parsed, draft, type, edit, keepOrigin };
}
