import { Button, Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Skeleton, useOwnCalls, type EditProps, type Grantable } from '../../../kit/index.ts';
import { codesIn, hiddenIn, linesOf, scopes, withCode, withHidden, type GrantLine } from './grant-lines.ts';
import { useAnswer } from './use-answer.ts';

/** One card a grant: which records, what may be done with them, how many of them, and what stays hidden. */
export function GrantsEdit({ value, onChange, control, label, issues }: EditProps) {
  const { t } = useTranslation();
  const { ask } = useOwnCalls();
  const known = useAnswer((signal) => ask('grantable', {}, signal));
  const lines = linesOf(value);
  if (known === undefined) return <Skeleton shape="list" />;
  const change = (at: number, line: GrantLine) => onChange(lines.map((each, place) => (place === at ? line : each)));
  return (
    <div className="role-grants" id={control.id} role="group" aria-label={label}>
      {lines.map((line, at) => (
        <GrantCard
          key={line.id ?? at}
          line={line}
          all={known ?? []}
          faults={issues.flatMap(({ path, message }) => (path.includes(`[${at}]`) && message ? [message] : []))}
          onChange={(next) => change(at, next)}
          onRemove={() => onChange(lines.filter((_, place) => place !== at))}
        />
      ))}
      <Select
        className="role-grants-add"
        showSearch
        optionFilterProp="label"
        value={null}
        placeholder={t('widget.role-grants.add')}
        aria-label={t('widget.role-grants.add')}
        options={(known ?? []).map(({ entity, title }) => ({ value: entity, label: title }))}
        onChange={(entity: string | null) =>
          entity && onChange([...lines, { entity, codes: 'read', rows: 'all', hide: null }])
        }
      />
    </div>
  );
}

interface CardProps {
  line: GrantLine;
  all: readonly Grantable[];
  faults: readonly string[];
  onChange: (line: GrantLine) => void;
  onRemove: () => void;
}

function GrantCard({ line, all, faults, onChange, onRemove }: CardProps) {
  const { t } = useTranslation();
  const known = all.find(({ entity }) => entity === line.entity);
  const title = known?.title ?? line.entity;
  const held = codesIn(line, known);
  const codes = known?.codes ?? held.map((code) => ({ code, word: code }));
  return (
    <section className="role-grant" aria-label={title}>
      <header>
        <strong>{title}</strong>
        <Checkbox
          checked={codes.every(({ code }) => held.includes(code))}
          indeterminate={held.length > 0 && held.length < codes.length}
          onChange={({ target }) =>
            onChange({ ...line, codes: target.checked ? codes.map(({ code }) => code).join() : 'read' })
          }
        >
          {t('widget.role-grants.everything')}
        </Checkbox>
        <Button type="text" size="small" onClick={onRemove} aria-label={t('widget.role-grants.removeOf', { title })}>
          {t('widget.role-grants.remove')}
        </Button>
      </header>
      <div className="role-grant-codes" role="group" aria-label={t('widget.role-grants.may')}>
        {codes.map(({ code, word }) => (
          <Checkbox
            key={code}
            checked={held.includes(code)}
            onChange={({ target }) => onChange(withCode(line, known, { code, on: target.checked }))}
          >
            {word}
          </Checkbox>
        ))}
      </div>
      <GrantLimits line={line} known={known} onChange={onChange} />
      {faults.map((fault) => (
        <p key={fault} className="field-fault" role="alert">
          {fault}
        </p>
      ))}
    </section>
  );
}

interface LimitProps extends Pick<CardProps, 'line' | 'onChange'> {
  known: Grantable | undefined;
}

/** How many of the records, and which of their fields stay hidden. */
function GrantLimits({ line, known, onChange }: LimitProps) {
  const { t } = useTranslation();
  return (
    <div className="role-grant-limits">
      <label>
        <span>{t('widget.role-grants.rows')}</span>
        <Select
          value={line.rows}
          aria-label={t('widget.role-grants.rows')}
          options={scopes.map((scope) => ({ value: scope, label: t(`role.rows.${scope}`) }))}
          onChange={(rows: string) => onChange({ ...line, rows })}
        />
      </label>
      <label>
        <span>{t('widget.role-grants.hide')}</span>
        <Select
          mode="multiple"
          allowClear
          optionFilterProp="label"
          value={hiddenIn(line)}
          aria-label={t('widget.role-grants.hide')}
          placeholder={t('widget.role-grants.hideNothing')}
          options={(known?.fields ?? []).map(({ name, word }) => ({ value: name, label: word }))}
          onChange={(names: string[]) => onChange(withHidden(line, names))}
        />
      </label>
    </div>
  );
}
