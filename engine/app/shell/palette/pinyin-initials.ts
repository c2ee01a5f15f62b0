import { pinyin } from 'pinyin-pro';

const known = new Map<string, string>();

/** The first letter of how each Chinese sign is spoken, and any other letters as they are. */
export function pinyinInitials(title: string): string {
  const before = known.get(title);
  if (before !== undefined) return before;
  const letters = pinyin(title, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' });
  const made = letters.join('').toLowerCase().replace(/\s/g, '');
  known.set(title, made);
  return made;
}
