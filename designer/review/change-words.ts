import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../engine/core/index.ts';
import { usePartWords } from '../panels/parts.tsx';
import { useWord } from '../use-designer-words.ts';

/** One change as people say it, with the values before and after where it has some. */
export interface ChangeLine {
  readonly text: string;
  readonly from?: string;
  readonly to?: string;
}

/** How changes are said: the kind, the thing, its name, and what of it. */
export function useChangeWords(): (change: Change) => ChangeLine {
  const { t, i18n } = useTranslation('designer');
  const words = usePartWords();
  const word = useWord();
  return useMemo(() => {
    const known = (key: string, otherwise: string) => (i18n.exists(key, { ns: 'designer' }) ? t(key) : otherwise);
    const nameOf = ({ thing, name, at }: Change): string => {
      switch (thing) {
        case 'field':
          return words.field(name);
        case 'state':
          return words.state(name);
        case 'transition':
        case 'action':
          return words.action(name);
        case 'rule':
          return words.rule(name);
        case 'view':
          return words.view(name);
        case 'total':
          return word(`counted.${name}`) ?? name;
        case 'grant':
          return words.role(at.split('/')[1] ?? name);
        case 'text':
          return at.split('/').slice(2).join('.');
        case 'document':
          return word(`documents.${name}`) ?? name;
        case 'block':
          return word(`blocks.${name}`) ?? known(`documents.kind.${documentBlockKind(at)}`, name);
        case 'list':
        case 'entity':
        case 'screen':
          return '';
        default:
          return name;
      }
    };
    return (change) => {
      const { kind, thing, what, from, to } = change;
      const part = what === undefined ? '' : partOf(what, known, words.field);
      const culture = thing === 'text' ? (change.at.split('/')[1] ?? '') : '';
      const text = t(`change.${what === undefined || kind === 'renamed' ? kind : `${kind}Part`}`, {
        thing: t(`change.thing.${thing}`),
        name: nameOf(change),
        part,
        culture,
        from: shownValue(from),
        to: shownValue(to),
      });
      // A thing without a name of its own leaves no gap.
      const sentence = text.replace(/\s+([:\uff1a])/g, '$1').trim();
      if (kind === 'moved') return { text: sentence };
      return {
        text: culture ? `${sentence} (${culture})` : sentence,
        ...(from === undefined ? {} : { from: shownValue(from) }),
        ...(to === undefined ? {} : { to: shownValue(to) }),
      };
    };
  }, [t, i18n, words, word]);
}

/** The kind of a document's block, which its name begins with: `text` of `documents/invoice/blocks/text2`. */
const documentBlockKind = (at: string): string => /^documents\/.+\/blocks\/([a-zA-Z]+)/.exec(at)?.[1] ?? '';

/** `columns/amount` as "columns, Amount"; a key without words is shown as it is. */
function partOf(
  what: string,
  known: (key: string, otherwise: string) => string,
  field: (name: string) => string,
): string {
  const [key = '', ...items] = what.split('/');
  const named = items.map((item) => item.split(' ').map(field).join(' + '));
  return [known(`change.part.${key}`, key), ...named].join(': ');
}

export const shownValue = (value: unknown): string =>
  value === undefined || value === null
    ? '—'
    : Array.isArray(value)
      ? value.map(shownValue).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
