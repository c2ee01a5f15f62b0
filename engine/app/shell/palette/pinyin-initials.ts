import { pinyin } from 'pinyin-pro';

const known = new Map<string, string>();

/** The pinyin initial of each Chinese character; other letters are unchanged. */
export function pinyinInitials(title: string): string {
  const before = known.get(title);
  if (before !== undefined) return before;
  const letters = pinyin(title, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' });
  const made = letters.join('').toLowerCase().replace(/\s/g, '');
  known.set(title, made);
  return made;
}
