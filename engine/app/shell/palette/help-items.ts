import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import type { MenuItem } from '../menu/menu.ts';
import { looksLikeCode, type PaletteItem } from './palette-items.ts';

export interface Means {
  t: TFunction;
  navigate: NavigateFunction;
}

export interface PlacedPage {
  page: MenuItem;
  /** The way to it. */
  hint: string;
}

/** The help of each page, and the ways into the help itself. */
export function helpItems(pages: readonly PlacedPage[], { t, navigate }: Means): PaletteItem[] {
  const helps = pages.flatMap(({ page }): PaletteItem[] => {
    const name = page.target ? undefined : /^\/([A-Za-z][\w-]*)$/.exec(page.path ?? '')?.[1];
    const title = t('shell.palette.helpFor', { name: page.title });
    return name
      ? [
          {
            key: `help:${name}`,
            group: 'help',
            title,
            icon: 'question-circle',
            run: () => navigate(`/help?of=${name}`),
          },
        ]
      : [];
  });
  const ways = [
    ['/help', 'shell.palette.help'],
    ['/news', 'shell.palette.news'],
    ['/help/errors', 'help.codes'],
  ].map(([path = '', word = '']): PaletteItem => ({
    ...{ key: `help:${path}`, group: 'help', title: t(word), icon: 'question-circle', run: () => navigate(path) },
  }));
  return [...ways, ...helps];
}

/** The explanation of an error code that was typed. */
export function useCodeItem(typed: string, mode: 'all' | 'create'): PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    const code = typed.trim();
    if (mode === 'create' || !looksLikeCode(code)) return [];
    const run = () => navigate(`/help/errors?q=${encodeURIComponent(code)}`);
    return [
      { key: `code:${code}`, group: 'help', title: t('shell.palette.code', { code }), icon: 'question-circle', run },
    ];
  }, [t, navigate, typed, mode]);
}
