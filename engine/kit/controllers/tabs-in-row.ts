interface TabRow {
  /** The widths of all tabs in their order, in pixels. */
  readonly widths: readonly number[];
  /** The width of the row, in pixels. */
  readonly room: number;
  readonly gap: number;
  /** The width of the button that holds the others, in pixels. */
  readonly more: number;
  /** The active tab, by its place. */
  readonly active: number;
}

/** The places of the tabs that stand in one row: from the first on as many as fit, and always the active one. */
export function tabsInRow({ widths, room, gap, more, active }: TabRow): ReadonlySet<number> {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return new Set(widths.keys());
  const shown = new Set([active]);
  let left = room - more - gap - (widths[active] ?? 0);
  for (const [at, width] of widths.entries()) {
    if (at === active) continue;
    left -= width + gap;
    if (left < 0) break;
    shown.add(at);
  }
  return shown;
}
