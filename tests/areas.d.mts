export const areas: Readonly<Record<string, readonly string[]>>;
export function filesOf(
  words: readonly string[],
  root: string,
  seconds: Readonly<Record<string, number>>,
): { files: string[]; leftOut: string[] };
