import { ArrowDownOutlined, ArrowLeftOutlined, ArrowRightOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Labelled, Tick } from '../panels/parts.tsx';
import { isNew } from './draft-menu.ts';
import type { MenuRow } from './menu-rows.ts';
import type { HiddenReason } from './visible-to-role.ts';
import type { MenuSteps } from './use-menu-steps.ts';
import { wordedBy } from './worded.ts';

interface Props {
  row: MenuRow;
  title: string;
  why: HiddenReason | undefined;
  /** The name of the picked role; null where it is everybody's menu. */
  role: string | null;
  steps: MenuSteps;
}

const directions = [
  ['up', ArrowUpOutlined],
  ['down', ArrowDownOutlined],
  ['out', ArrowLeftOutlined],
  ['in', ArrowRightOutlined],
] as const;

/** What is said of the chosen entry. */
export function MenuProperties({ row, title, why, role, steps }: Props) {
  const { t } = useTranslation('designer');
  return (
    <div className="menu-properties">
      <h2>{title}</h2>
      <p className="menu-code">
        {t(row.type === '0' ? 'menus.group' : 'menus.entry')} · <code>{row.code}</code>
      </p>
      <p className={why ? 'panel-trouble' : 'panel-hint'}>
        {why ? t(`menus.whyLong.${why}`) : t('menus.seen')} {role === null ? null : t('menus.as', { role })}
      </p>
      {wordedBy(row) === 'own' ? <Name row={row} steps={steps} /> : <NamedElsewhere row={row} />}
      <Tick label={t('menus.visible')} checked={row.visible} onChange={(on) => steps.show(row.id, on)} />
      <div className="menu-ways" role="group" aria-label={t('designer.move')}>
        {directions.map(([direction, Sign]) => (
          <button
            key={direction}
            type="button"
            className="icon-button"
            title={t(`menus.way.${direction}`)}
            aria-label={t(`menus.way.${direction}`)}
            onClick={() => steps.direction(row.id, direction)}
          >
            <Sign aria-hidden />
          </button>
        ))}
      </div>
      {isNew(row.id) ? null : (
        <Link className="button" to={`/sysMenu/${row.id}`}>
          {t('menus.record')}
        </Link>
      )}
    </div>
  );
}

/** The one name that the record has. */
function Name({ row, steps }: Pick<Props, 'row' | 'steps'>) {
  const { t } = useTranslation('designer');
  // What was typed stays until it is the name: a refusal loses nothing.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped((now) => (now?.trim() === row.name ? null : now)), [row.name]);
  const name = typed ?? row.name;
  const [empty, setEmpty] = useState(false);
  return (
    <form
      className="menu-name"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(name.trim() === '');
        if (name.trim() !== '') steps.rename(row.id, name.trim());
      }}
    >
      <Labelled label={t('menus.name')} hint={t('menus.nameHint')} {...(empty ? { error: t('designer.needed') } : {})}>
        {({ id, describedBy }) => (
          <input
            id={id}
            maxLength={60}
            aria-describedby={describedBy}
            aria-invalid={empty || undefined}
            value={name}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Labelled>
      <button type="submit" className="button">
        {t('menus.rename')}
      </button>
    </form>
  );
}

/** The name is not editable here: shows which text it uses and where to change it. */
function NamedElsewhere({ row }: Pick<Props, 'row'>) {
  const { t } = useTranslation('designer');
  if (wordedBy(row) === 'product') return <p className="panel-hint">{t('menus.productWord')}</p>;
  return (
    <p className="panel-hint">
      {t('menus.entityWord')} <Link to={`/designer/${row.entity}`}>{t('menus.toEntity')}</Link>
    </p>
  );
}
