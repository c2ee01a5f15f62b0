import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  accessSummary,
  compileEntity,
  scopeWords,
  type AccessLine,
  type Command,
  type EntityMeta,
  type GrantMeta,
} from '../../engine/core/index.ts';
import { useDesigner } from '../store.ts';
import './panels.css';
import { AddPick, Pick, PickMany, Tick, usePartWords, useRun } from './parts.tsx';
import { RuleInput } from './rule-input.tsx';

/** Access: roles against permissions, with their records and fields, and a plain-language summary. */
export default function AccessTab() {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const roles = useDesigner((state) => state.roles);
  const [chosen, setChosen] = useState<GrantPlace | null>(null);
  const open: readonly OpenGrant[] = Object.entries(meta.access).flatMap(([role, grants]) =>
    [grants].flat().map((grant, at) => ({ role, at, grant, many: Array.isArray(grants) })),
  );
  const unnamed = roles.filter(({ code }) => !(code in meta.access) && code !== 'admin');
  const found = open.find(({ role, at }) => role === chosen?.role && at === chosen.at);
  return (
    <div className="panel">
      <div className="panel-main">
        <div className="panel-bar">
          <h2>{t('access.title')}</h2>
          <NewRole choices={unnamed.map(({ code }) => ({ value: code, label: words.role(code) }))} />
        </div>
        <p className="panel-hint">{t('access.hint')}</p>
        <Matrix open={open} chosen={chosen} onOpen={setChosen} />
        <Summary />
      </div>
      <aside className="panel-side" aria-label={t('flow.properties')}>
        <section>
          {found ? (
            <GrantProperties key={`${found.role}${found.at}`} role={found.role} at={found.at} grant={found.grant} />
          ) : (
            <p className="panel-hint">{t('access.nothingChosen')}</p>
          )}
        </section>
      </aside>
    </div>
  );
}

interface GrantPlace {
  role: string;
  at: number;
}

interface OpenGrant extends GrantPlace {
  grant: GrantMeta;
  /** Whether the role has a list of grants. */
  many: boolean;
}

interface MatrixProps {
  open: readonly OpenGrant[];
  chosen: GrantPlace | null;
  onOpen(place: GrantPlace): void;
}

/** A row for each grant, a column for each permission. */
function Matrix({ open, chosen, onOpen }: MatrixProps) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const codes = codesOf(meta);
  return (
    <div className="matrix-scroll" tabIndex={0} role="region" aria-label={t('access.matrix')}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">{t('access.roleColumn')}</th>
            {codes.map((code) => (
              <th key={code} scope="col">
                {words.code(code)}
              </th>
            ))}
            <th scope="col">{t('access.rows')}</th>
            <th scope="col">{t('access.fields')}</th>
          </tr>
        </thead>
        <tbody>
          {'admin' in meta.access ? null : (
            <tr>
              <th scope="row">{words.role('admin')}</th>
              <td colSpan={codes.length + 2} className="panel-hint">
                {t('access.line.everything')}
              </td>
            </tr>
          )}
          {open.map(({ role, at, grant, many }) => (
            <GrantRow
              key={`${role}${at}`}
              role={role}
              at={at}
              grant={grant}
              many={many}
              codes={codes}
              open={role === chosen?.role && at === chosen.at}
              onOpen={() => onOpen({ role, at })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every permission code of the declaration, those of the records first. */
function codesOf(meta: EntityMeta): readonly string[] {
  const compiled = compileEntity(meta);
  return compiled.ok ? compiled.value.codes : ['read', 'add', 'edit', 'delete', 'import', 'export'];
}

/** A role's grants with one of them otherwise, or without it; a role without grants goes. */
function grantCommands({
  meta,
  role,
  at,
  grant,
}: {
  meta: EntityMeta;
  role: string;
  at: number;
  grant: GrantMeta | null;
}): Command[] {
  const granted = [meta.access[role] ?? []].flat();
  const next = grant ? (at < granted.length ? granted.with(at, grant) : [...granted, grant]) : granted.toSpliced(at, 1);
  if (next.length === 0) return [{ do: 'remove', at: `access.${role}` }];
  return [{ do: 'set', at: `access.${role}`, value: next.length === 1 ? next[0] : next }];
}

interface RowProps extends OpenGrant {
  codes: readonly string[];
  open: boolean;
  onOpen: () => void;
}

function GrantRow({ role, at, grant, many, codes, open, onOpen }: RowProps) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const name = many ? t('access.grantOf', { role: words.role(role), number: at + 1 }) : words.role(role);
  const all = grant.codes.includes('*');
  const change = (code: string, on: boolean) => {
    const granted = all ? codes : grant.codes;
    const next = on ? [...granted, code] : granted.filter((each) => each !== code);
    run(
      t('access.step', { role: words.role(role) }),
      grantCommands({ meta, role, at, grant: { ...grant, codes: codes.filter((each) => next.includes(each)) } }),
    );
  };
  const hidden = (grant.hide?.length ?? 0) + (grant.readOnly?.length ?? 0);
  return (
    <tr data-open={open || undefined}>
      <th scope="row">
        <button type="button" className="link-button" aria-pressed={open} onClick={onOpen}>
          {name}
        </button>
      </th>
      {codes.map((code) => (
        <td key={code}>
          <Tick
            hidden
            label={t('access.cell', { role: name, code: words.code(code) })}
            checked={all || grant.codes.includes(code)}
            onChange={(on) => change(code, on)}
          />
        </td>
      ))}
      <td>
        <button type="button" className="link-button" onClick={onOpen}>
          {isWord(grant.rows ?? 'all') ? t(`access.scope.${grant.rows ?? 'all'}`) : t('access.byRule')}
        </button>
      </td>
      <td>
        <button type="button" className="link-button" onClick={onOpen}>
          {hidden > 0 ? t('access.limited', { count: hidden }) : t('access.allFields')}
        </button>
      </td>
    </tr>
  );
}

const isWord = (rows: string): boolean => (scopeWords as readonly string[]).includes(rows);

/** One grant: its records, by a word or by a rule, and the fields that it hides or locks. */
function GrantProperties({ role, at, grant }: { role: string; at: number; grant: GrantMeta }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const fields = [...Object.keys(meta.fields), ...(meta.workflow ? ['status'] : [])].map((value) => ({
    value,
    label: words.field(value),
  }));
  const step = t('access.step', { role: words.role(role) });
  const change = (part: Partial<GrantMeta>) => {
    const { hide, readOnly, rows: scope, codes } = { ...grant, ...part };
    const next: GrantMeta = {
      codes,
      ...(scope && scope !== 'all' ? { rows: scope } : {}),
      ...(hide && hide.length > 0 ? { hide } : {}),
      ...(readOnly && readOnly.length > 0 ? { readOnly } : {}),
    };
    run(step, grantCommands({ meta, role, at, grant: next }));
  };
  const inList = Array.isArray(meta.access[role]);
  return (
    <div className="action-properties">
      <h3>{words.role(role)}</h3>
      <GrantRecords
        at={inList ? `access.${role}[${at}].rows` : `access.${role}.rows`}
        rows={grant.rows ?? 'all'}
        onChange={(rows) => change({ rows })}
      />
      <PickMany
        label={t('access.hide')}
        values={grant.hide ?? []}
        choices={fields}
        onChange={(hide) => change({ hide })}
      />
      <PickMany
        label={t('access.readOnly')}
        values={grant.readOnly ?? []}
        choices={fields.filter(({ value }) => !grant.hide?.includes(value))}
        onChange={(readOnly) => change({ readOnly })}
      />
      <div className="panel-bar">
        <button
          type="button"
          className="button"
          onClick={() => run(step, grantCommands({ meta, role, at: 99, grant: { codes: ['read'] } }))}
        >
          {t('access.another')}
        </button>
        <button
          type="button"
          className="button is-danger"
          onClick={() => run(step, grantCommands({ meta, role, at, grant: null }))}
        >
          {t('access.remove')}
        </button>
      </div>
    </div>
  );
}

/** The records of a grant, by a word or by a rule. */
function GrantRecords({ at, rows, onChange }: { at: string; rows: string; onChange(rows: string): void }) {
  const { t } = useTranslation('designer');
  // Records by a rule: the one in force, or one that is still being put together and counts when it is whole.
  const hasRule = !isWord(rows);
  const [isChoosing, setChoosing] = useState(false);
  const byRule = hasRule || isChoosing;
  return (
    <>
      <Pick
        label={t('access.rows')}
        value={byRule ? 'rule' : rows}
        choices={[
          ...scopeWords.map((value) => ({ value, label: t(`access.scope.${value}`) })),
          { value: 'rule', label: t('access.byRule') },
        ]}
        onChange={(value) => {
          setChoosing(value === 'rule');
          if (value !== 'rule') onChange(value);
        }}
      />
      {byRule ? (
        <RuleInput
          label={t('rules.when.rows')}
          at={at}
          value={hasRule ? rows : ''}
          onChange={(value) => onChange(value)}
        />
      ) : null}
    </>
  );
}

function NewRole({ choices }: { choices: readonly { value: string; label: string }[] }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  if (choices.length === 0) return null;
  return (
    <AddPick
      label={t('access.addRole')}
      choices={choices}
      onAdd={(role) =>
        run(t('access.step', { role: words.role(role) }), [
          { do: 'set', at: `access.${role}`, value: { codes: ['read'] } },
        ])
      }
    />
  );
}

/** The same in plain words, role by role. */
function Summary() {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const line = (each: AccessLine): string =>
    t(`access.line.${each.code === 'may' && each.rule ? 'mayByRule' : each.code}`, {
      codes: words.list((each.codes ?? []).map(words.code)),
      fields: words.list((each.fields ?? []).map(words.field)),
      rows: each.rule ? each.rows : t(`access.of.${each.rows ?? 'all'}`),
    });
  return (
    <section className="panel-card" aria-label={t('access.summary')}>
      <h3>{t('access.summary')}</h3>
      <dl className="access-summary">
        {accessSummary(meta).map(({ role, lines }) => (
          <div key={role}>
            <dt>{words.role(role)}</dt>
            {lines.map((each, at) => (
              <dd key={at}>{line(each)}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
