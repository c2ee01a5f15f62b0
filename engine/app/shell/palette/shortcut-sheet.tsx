import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../kit/ui/settings.ts';
import { FrameIcon } from '../menu/frame-icons.tsx';
import { goKeys } from './go-keys.ts';
import type { MenuItem } from '../menu/menu.ts';
import { ShellDialog } from './shell-dialog.tsx';
import './palette.css';

const groups: readonly { name: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    name: 'everywhere',
    keys: [
      ['Ctrl K', 'palette'],
      ['?', 'sheet'],
      ['g', 'go'],
      ['c', 'create'],
      ['Esc', 'close'],
    ],
  },
  {
    name: 'list',
    keys: [
      ['/', 'search'],
      ['↑ ↓', 'rows'],
      ['Space', 'select'],
      ['Enter', 'open'],
      ['v', 'look'],
    ],
  },
  {
    name: 'record',
    keys: [
      ['e', 'edit'],
      ['.', 'actions'],
      ['j k', 'neighbours'],
      ['Ctrl S', 'save'],
      ['Ctrl Enter', 'goOn'],
    ],
  },
];

/** Every key and what it does, in one place on every screen. */
export function ShortcutSheet({ tree, onClose }: { tree: MenuItem[]; onClose(): void }) {
  const { t } = useTranslation();
  const { singleKeys, change } = useSettings();
  return (
    <ShellDialog label={t('shell.keys.title')} className="shortcut-sheet" onClose={onClose}>
      <header>
        <h2>{t('shell.keys.title')}</h2>
        <button type="button" className="icon-button" aria-label={t('shell.keys.shut')} onClick={onClose}>
          <FrameIcon name="close" />
        </button>
      </header>
      <div className="shortcut-groups" role="region" aria-label={t('shell.keys.title')} tabIndex={0}>
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{t(`shell.keys.${name}`)}</h3>
            <dl>
              {keys.map(([key, command]) => (
                <div key={key}>
                  <dt>{t(`shell.keys.${name}.${command}`)}</dt>
                  <dd>
                    <Keys keys={key.split(' ')} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>{t('shell.keys.pages')}</h3>
          <dl>
            {goKeys(tree, t('shell.home')).map(({ letter, title }) => (
              <div key={letter}>
                <dt>{title}</dt>
                <dd>
                  <Keys keys={['g', letter]} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <label className="shortcut-switch">
        <input type="checkbox" checked={singleKeys} onChange={({ target }) => change({ singleKeys: target.checked })} />
        {t('shell.settings.singleKeys')}
      </label>
    </ShellDialog>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </>
  );
}
