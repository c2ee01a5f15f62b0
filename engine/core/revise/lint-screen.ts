import type { ScreenDocument } from './document.ts';
import { problem, type Finding } from './finding.ts';
import { wordAt } from './lint.ts';

/** Words that a language lacks: the title, that of every block, and what a block of text says. */
export function lintScreen({ meta, texts }: ScreenDocument): Finding[] {
  const needed = [
    'title',
    ...meta.blocks.flatMap(({ block, kind }) => [`blocks.${block}`, ...(kind === 'text' ? [`bodies.${block}`] : [])]),
  ];
  return Object.entries(texts).flatMap(([culture, words]) =>
    needed
      .filter((key) => !wordAt(words, key))
      .map((key) => problem('lint.missingText', `texts.${culture}.${key}`, { culture, key })),
  );
}
