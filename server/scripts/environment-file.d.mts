/** One row of the README's table of settings. */
export interface SettingRow {
  readonly names: readonly string[];
  readonly usual: string;
  readonly meaning: string;
}

export function settingsOf(readme: string): readonly SettingRow[];
export function environmentFile(readme: string): string;
