import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { ReadyEntity } from '../../data/use-entity.ts';
import { storeLocally, readStored } from '../../ui/local-storage.ts';
import { TreeScreen } from './tree-screen.tsx';

/** Shows a tree as a tree or as a table for filtering and comparing. An address with filters opens the table. */
export function TreeSwitch({ ready, table }: { ready: ReadyEntity; table: (switcher: ReactNode) => ReactNode }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const key = `LAYOUT_${ready.entity.path}`;
  const [layout, setLayout] = useState(() => readStored<'tree' | 'table'>(key) ?? 'tree');
  const choose = (next: 'tree' | 'table') => {
    storeLocally(key, next);
    setLayout(next);
  };
  const asTree = layout === 'tree' && search === '';
  const switcher = (
    <span className="tree-switch" role="group" aria-label={t('tree.title')}>
      <button type="button" aria-pressed={asTree} onClick={() => choose('tree')}>
        {t('tree.asTree')}
      </button>
      <button type="button" aria-pressed={!asTree} onClick={() => choose('table')}>
        {t('tree.asTable')}
      </button>
    </span>
  );
  return asTree ? <TreeScreen ready={ready} switcher={switcher} /> : table(switcher);
}
