import type { Meaning, TrackingState } from '../events/state.ts';

/** What a tenant's table says of a code. No category: nobody has said yet. */
export interface CodeRow {
  readonly carrier: string;
  readonly section: string;
  readonly code: string;
  readonly category: TrackingState | null;
  readonly exceptionType: string | null;
  readonly correction: boolean;
}

export interface CodeTable {
  /** What a code means, or what its kind of activity means where nobody has said. */
  read(event: CodedEvent): Meaning & { readonly mapped: boolean; readonly section: string };
}

export interface CodedEvent {
  readonly carrierCode: string;
  readonly type: string;
  readonly code: string;
}

/** Carriers give the same letters another meaning in another section, which the kind of an event tells. */
export function sectionsOf({ carrierCode, type, code }: CodedEvent): readonly string[] {
  if (carrierCode === 'FEDEX') {
    const section = type.toLowerCase();
    return section === 'regulatory' || section === 'possession' ? [section] : ['movement'];
  }
  if (carrierCode !== 'UPS') return ['status'];
  if (/^\d{3}$/.test(code)) return ['status'];
  if (type === 'X') return ['exception'];
  if (type === 'M' || type === 'MV') return ['manifest'];
  // A delivery is one whatever its code says of how it came about.
  return type === 'D' ? ['activity'] : ['activity', 'exception'];
}

const nothing: Meaning = { state: 'unknown', correction: false, exception: null };

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
        if (meaning) return { ...meaning, mapped: true, section };
      }
      const section = sections[0] ?? 'status';
      // FedEx says as the kind of an event the code of the state that it stands for.
      const fallback = meaningOf(`${carrierCode}|type|${type}`) ?? meaningOf(`${carrierCode}|movement|${type}`);
      return { ...(fallback ?? nothing), mapped: false, section };
    },
  };
}
