/** A box with its label, as `Label/check` tells of it. */
export interface LabelRow {
  readonly id: string;
  readonly order: string;
  readonly orderNo: string;
  readonly seq: number;
  readonly boxes: number;
  readonly trackingNo: string;
  readonly status: string;
  readonly format: string | null;
  readonly size: string | null;
  readonly printCount: number;
  readonly printedAt: string | null;
  readonly shipToName: string | null;
  readonly manifest: string | null;
  readonly ok: boolean;
  readonly why: string | null;
  readonly text: string | null;
}

export interface Checked {
  readonly labels: readonly LabelRow[];
  readonly mayReprint: boolean;
}

export type Format = 'pdf' | 'zpl' | 'epl' | 'zip';

/** What can be made of these labels, what there is most of first; an archive takes them all. */
export function formatsOf(labels: readonly LabelRow[]): Format[] {
  const counts = new Map<Format, number>();
  for (const { format } of labels) {
    const kind = format === 'zpl' || format === 'epl' ? format : 'pdf';
    if (format) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...[...counts].toSorted(([, one], [, other]) => other - one).map(([kind]) => kind), 'zip'];
}

/** Labels of a kind, those that cannot be printed at all apart. */
export function split(labels: readonly LabelRow[], format: Format) {
  const kindOf = ({ format: of }: LabelRow): Format => (of === 'zpl' || of === 'epl' ? of : 'pdf');
  const fit = labels.filter((label) => label.ok && (format === 'zip' || kindOf(label) === format));
  const other = labels.filter((label) => label.ok && !fit.includes(label));
  return { fit, other, refused: labels.filter(({ ok }) => !ok), again: fit.filter(({ printCount }) => printCount > 0) };
}
