import type { Meaning, TrackingState } from '../events/state.ts';

/** A code in a tenant's table. Without a category it is not mapped yet. */
export interface CodeRow {
  readonly carrier: string;
  readonly section: string;
  readonly code: string;
  readonly category: TrackingState | null;
  readonly exceptionType: string | null;
  readonly correction: boolean;
}

export interface CodeTable {
  /** What a code means, or what its kind of activity means where it is not mapped. */
  read(event: CodedEvent): Meaning & { readonly mapped: boolean; readonly section: string };
}

export interface CodedEvent {
  readonly carrierCode: string;
  readonly type: string;
  readonly code: string;
  readonly text: string;
}

/** The same letters mean different things in different sections; the kind of the event distinguishes them. */
export function sectionsOf({ carrierCode, type, code }: CodedEvent): readonly string[] {
  if (carrierCode === 'FEDEX') {
    const section = type.toLowerCase();
    return section === 'regulatory' || section === 'possession' ? [section] : ['movement', 'regulatory'];
  }
  if (carrierCode !== 'UPS') return ['status'];
  if (/^\d{3}$/.test(code)) return ['status'];
  if (type === 'X') return ['exception'];
  if (type === 'M' || type === 'MV') return ['manifest'];
  // A delivery counts as one whatever detail its code adds.
  return type === 'D' ? ['activity'] : ['activity', 'exception'];
}

const nothing: Meaning = { state: 'unknown', correction: false, exception: null };

/** Some codes cover many reasons that only their text distinguishes. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\baddress\b/i, 'address'],
  [/\bweather\b/i, 'weather'],
  [/\bdamaged?\b/i, 'damage'],
  [/\bcustoms\b|\bclearance\b/i, 'customs'],
];
const takenBack = /\bdeliver(?:y|ed)\b.*\bin error\b/i;

function byWords(meaning: Meaning, words: string): Meaning {
  if (takenBack.test(words)) return { state: 'in_transit', correction: true, exception: 'carrier' };
  if (meaning.state !== 'delivery_delayed' && meaning.state !== 'delivery_failed') return meaning;
  if (meaning.exception !== 'carrier' && meaning.exception !== 'consignee') return meaning;
  return { ...meaning, exception: reasons.find(([word]) => word.test(words))?.[1] ?? meaning.exception };
}

export function codeTable(rows: readonly CodeRow[]): CodeTable {
  const known = new Map(rows.map((row) => [`${row.carrier}|${row.section}|${row.code.toUpperCase()}`, row]));
  const meaningOf = (key: string): Meaning | null => {
    const row = known.get(key);
    return row?.category ? { state: row.category, correction: row.correction, exception: row.exceptionType } : null;
  };
  return {
    read(event) {
      const { carrierCode } = event;
      const [code, type] = [event.code.toUpperCase(), event.type.toUpperCase()];
      const sections = sectionsOf(event);
      for (const section of sections) {
        const meaning = meaningOf(`${carrierCode}|${section}|${code}`);
        if (meaning) return { ...byWords(meaning, event.text), mapped: true, section };
      }
      const section = sections[0] ?? 'status';
      // FedEx puts the code of the state into the kind of the event.
      const fallback = meaningOf(`${carrierCode}|type|${type}`) ?? meaningOf(`${carrierCode}|movement|${type}`);
      return { ...byWords(fallback ?? nothing, event.text), mapped: false, section };
    },
  };
}
