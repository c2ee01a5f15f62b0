import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDocument, screenKey, type ScreenDocument } from '../../engine/core/index.ts';
import type { EntityEntry, SchemaApi } from '../document/api.ts';
import { freeName } from '../document/form-moves.ts';
import { codeNameOf } from '../document/new-entity.ts';
import { cultures, type Names } from '../document/names.ts';
import { NamedDialog } from '../panels/names.tsx';
import { useNames } from '../tools/use-names.ts';
import { useCreating } from '../use-creating.ts';
import { useIssueLine } from '../use-designer-words.ts';

interface Props {
  api: SchemaApi<ScreenDocument>;
  taken: readonly EntityEntry[];
  onClose: () => void;
}

/** Asks for the title in both languages and the code name, and makes a draft with one block of text. */
export function NewScreenDialog({ api, taken, onClose }: Props) {
  const { t } = useTranslation('designer');
  const line = useIssueLine();
  const { first, names, setNames } = useNames();
  const [typed, setTyped] = useState<string | null>(null);
  const { faults, setFaults, busy, create } = useCreating(api, keyOf);
  const known = Object.fromEntries(taken.map(({ path }) => [path, true]));
  const screen = typed ?? (camel(codeNameOf(names['en-US'])) || freeName(known, 'screen'));

  const check = () => {
    const found: Record<string, string> = {};
    if (!names[first].trim()) found[first] = t('designer.needed');
    if (taken.some(({ entity }) => entity.toLowerCase() === screenKey(screen).toLowerCase()))
      found['code'] = t('designer.taken', { name: screen });
    const own = names[first].trim();
    const document = newScreen(screen, {
      'zh-CN': names['zh-CN'].trim() || own,
      'en-US': names['en-US'].trim() || own,
    });
    for (const issue of checkDocument(document)) found[keyOf(issue.path)] ??= line(issue);
    setFaults(found);
    return Object.keys(found).length === 0 ? document : null;
  };
  return (
    <NamedDialog
      title={t('screens.new')}
      okText={t('designer.create')}
      kind="name"
      names={names}
      code={screen}
      codeHelp={t('screens.codeHelp')}
      faults={faults}
      own={[]}
      busy={busy}
      onNames={setNames}
      onCode={setTyped}
      onDone={() => void create(check, `/designer/${screenKey(screen)}`)}
      onClose={onClose}
    />
  );
}

/** The input that an issue of the declaration is about. */
const keyOf = (path: string): string => (path === 'screen' ? 'code' : path);

const camel = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A new screen with one text block: a screen needs at least one block. */
const newScreen = (screen: string, names: Names): ScreenDocument => ({
  meta: { screen, blocks: [{ block: 'text', kind: 'text', span: 4 }] },
  texts: Object.fromEntries(
    cultures.map((culture) => [
      culture,
      { title: names[culture], blocks: { text: names[culture] }, bodies: { text: names[culture] } },
    ]),
  ),
});
