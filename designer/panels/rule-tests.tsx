import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runRuleTests, type Difference, type TestResult } from '../../engine/core/index.ts';
import { StatusTag } from '../../engine/kit/index.ts';
import { Labelled, useDraftEntity, usePartWords, useRun } from './parts.tsx';

/** Test cases of the rules, run on the draft after every step. */
export function RuleTests() {
  const { t } = useTranslation('designer');
  const entity = useDraftEntity();
  const results = useMemo(() => (entity ? runRuleTests(entity) : []), [entity]);
  return (
    <section className="rule-tests" aria-label={t('rules.tests.title', { count: results.length })}>
      <h3>{t('rules.tests.title', { count: results.length })}</h3>
      {results.length === 0 ? <p className="panel-hint">{t('rules.tests.none')}</p> : null}
      <ul className="rule-list">
        {results.map((result) => (
          <TestRow key={result.name} result={result} />
        ))}
      </ul>
    </section>
  );
}

function TestRow({ result: { name, differs } }: { result: TestResult }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const line = useDifferenceLine();
  const [asked, setOpen] = useState(false);
  const green = differs.length === 0;
  const at = `tests.${name}`;
  return (
    <li>
      <div className="rule-row">
        <StatusTag tone={green ? 'good' : 'bad'} text={t(green ? 'rules.tests.green' : 'rules.tests.red')} />
        <code className="rule-test-name">{name}</code>
        <button
          type="button"
          className="icon-button"
          aria-expanded={asked}
          aria-label={t('rules.tests.renameOf', { name })}
          onClick={() => setOpen(!asked)}
        >
          <EditOutlined aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('rules.tests.removeOf', { name })}
          onClick={() => run(t('rules.tests.step.remove', { name }), [{ do: 'remove', at }])}
        >
          <DeleteOutlined aria-hidden />
        </button>
      </div>
      {asked ? (
        <Rename
          name={name}
          onRename={(to) => {
            if (to === name || run(t('rules.tests.step.rename', { name }), [{ do: 'rename', at, to }])) setOpen(false);
          }}
        />
      ) : null}
      {differs.map((each) => (
        <p key={each.at} className="panel-trouble">
          {line(each)}
        </p>
      ))}
    </li>
  );
}

function Rename({ name, onRename }: { name: string; onRename: (to: string) => void }) {
  const { t } = useTranslation('designer');
  const [to, setTo] = useState(name);
  return (
    <form
      className="panel-bar"
      onSubmit={(event) => {
        event.preventDefault();
        onRename(to.trim());
      }}
    >
      <Labelled label={t('rules.tests.nameOf', { name })} hint={t('rules.codeHint')}>
        {({ id, describedBy }) => (
          <input
            id={id}
            type="text"
            className="field-mono"
            value={to}
            aria-describedby={describedBy}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Labelled>
      <button type="submit" className="button">
        {t('rules.tests.rename')}
      </button>
    </form>
  );
}

/** A case's expected and actual result, as text. */
function useDifferenceLine(): (difference: Difference) => string {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const textOf = (value: unknown): string => {
    if (value === true) return t('rules.tests.yes');
    if (value === false) return t('rules.tests.no');
    if (value === null || value === undefined) return t('rules.tests.nothing');
    if (Array.isArray(value) && value.length === 0) return t('rules.tests.nothing');
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return words.list(value.map(words.rule));
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return ({ at, expected, found }) => {
    const [what = '', field = ''] = at.split('.');
    return t('rules.tests.differs', {
      what: t(`rules.tests.what.${what}`, { field: words.field(field) }),
      expected: textOf(expected),
      found: textOf(found),
    });
  };
}
