import { DeleteOutlined, PlusOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  lintDocument,
  rulesOf,
  type Command,
  type RuleKind,
  type RuleMeta,
  type ValidationMeta,
} from '../../engine/core/index.ts';
import { EmptyState } from '../../engine/kit/index.ts';
import { nameCommands, nameIn } from '../document/names.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useIssueLine } from '../use-designer-words.ts';
import { codesOf } from './action-properties.tsx';
import { NewRuleDialog, type NewRule } from './new-rule-dialog.tsx';
import './panels.css';
import { Pick, usePartWords, useRun, type PartWords } from './parts.tsx';
import { RuleGraphView } from './rule-graph-view.tsx';
import { checkRule, RuleInput } from './rule-input.tsx';
import { RuleTests } from './rule-tests.tsx';
import { RuleTrace } from './rule-trace.tsx';

const noRules: readonly ValidationMeta[] = [];
const kinds: readonly RuleKind[] = [
  'validation',
  'visible',
  'required',
  'readOnly',
  'computed',
  'guard',
  'set',
  'view',
  'total',
  'rows',
  'filter',
];

/** Every rule of the entity in one place: as a list to change, as a graph, with what is wrong and why something holds. */
export default function RulesPanel() {
  const { t } = useTranslation('designer');
  const [shape, setShape] = useState<'list' | 'graph'>('list');
  const [open, setOpen] = useState<string | null>(null);
  const [about, setAbout] = useState('');
  return (
    <div className="panel rules-panel">
      <div className="panel-main">
        <div className="panel-bar">
          <h2>{t('rules.title')}</h2>
          <span className="segments" role="group" aria-label={t('rules.shape')}>
            {(['list', 'graph'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={shape === each} onClick={() => setShape(each)}>
                {t(`rules.${each}`)}
              </button>
            ))}
          </span>
        </div>
        {shape === 'list' ? (
          <RuleList open={open} onOpen={setOpen} onWhy={setAbout} />
        ) : (
          <RuleGraphView
            onRule={(at) => {
              setOpen(at);
              setAbout(at);
            }}
          />
        )}
      </div>
      <aside className="panel-side" aria-label={t('rules.side')}>
        <Findings onOpen={setOpen} />
        <RuleTrace about={about} onAbout={setAbout} />
        <RuleTests />
      </aside>
    </div>
  );
}

function RuleList({
  open,
  onOpen,
  onWhy,
}: {
  open: string | null;
  onOpen: (at: string | null) => void;
  onWhy: (about: string) => void;
}) {
  const { t } = useTranslation('designer');
  const meta = useDesigner((state) => state.document.meta);
  const others = useDesigner((state) => state.others);
  const [kind, setKind] = useState('');
  const rules = useMemo(() => rulesOf(meta, others), [meta, others]);
  const shown = kinds.filter((each) => kind === '' || each === kind);
  return (
    <>
      <div className="panel-bar">
        <Pick
          label={t('rules.show')}
          value={kind}
          choices={[
            { value: '', label: t('rules.all', { count: rules.length }) },
            ...kinds.map((value) => ({
              value,
              label: `${t(`rules.kind.${value}`)} (${rules.filter((rule) => rule.kind === value).length})`,
            })),
          ]}
          onChange={setKind}
        />
        <NewValidation onMade={onOpen} />
      </div>
      {rules.length === 0 ? <EmptyState kind="nothing" compact title={t('rules.none')} /> : null}
      {shown.map((each) => {
        const own = rules.filter((rule) => rule.kind === each);
        return own.length === 0 ? null : (
          <section key={each} className="rule-kind">
            <h3>{t(`rules.kind.${each}`)}</h3>
            <ul className="rule-list">
              {own.map((rule) => (
                <RuleRow
                  key={rule.at}
                  rule={rule}
                  open={open === rule.at}
                  onOpen={() => onOpen(open === rule.at ? null : rule.at)}
                  onWhy={() => onWhy(['visible', 'required', 'readOnly'].includes(rule.kind) ? rule.about : rule.at)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function RuleRow({
  rule,
  open,
  onOpen,
  onWhy,
}: {
  rule: RuleMeta;
  open: boolean;
  onOpen: () => void;
  onWhy: () => void;
}) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const issues = checkRule(rule.text, rule);
  const name = ruleName(rule, words);
  const removable = rule.kind !== 'view' && rule.kind !== 'total' && rule.kind !== 'computed' && rule.kind !== 'rows';
  const remove = () =>
    run(t('rules.step.remove', { name }), [{ do: 'remove', at: rule.code ? rule.at.replace(/\.when$/, '') : rule.at }]);
  const row = useRef<HTMLLIElement>(null);
  const head = useRef<HTMLButtonElement>(null);
  // A new rule is the last of its kind, far below the button that adds it. Without the focus the page would go back to that.
  useEffect(() => {
    if (!open) return;
    head.current?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <li ref={row} data-open={open || undefined}>
      <div className="rule-row">
        <button ref={head} type="button" className="rule-open" aria-expanded={open} onClick={onOpen}>
          <strong>{name}</strong>
          <code>{rule.text}</code>
        </button>
        {issues.length > 0 ? <span className="panel-trouble">{t('rules.broken')}</span> : null}
        {rule.expects === 'bool' && rule.kind !== 'filter' && !rule.lines ? (
          <button type="button" className="icon-button" aria-label={t('rules.whyOf', { name })} onClick={onWhy}>
            <QuestionCircleOutlined aria-hidden />
          </button>
        ) : null}
        {removable ? (
          <button type="button" className="icon-button" aria-label={t('rules.removeOf', { name })} onClick={remove}>
            <DeleteOutlined aria-hidden />
          </button>
        ) : null}
      </div>
      {open ? (
        <RuleInput
          label={t(`rules.when.${rule.kind}`)}
          at={rule.at}
          value={rule.text}
          onChange={(value) => run(t('rules.step.change', { name }), [{ do: 'set', at: rule.at, value }])}
        />
      ) : null}
    </li>
  );
}

/** What a rule is called in a list: what it is about, and of which action. */
function ruleName({ kind, about, action, lines }: RuleMeta, words: PartWords): string {
  const name =
    kind === 'validation' || kind === 'guard'
      ? words.rule(about)
      : kind === 'view'
        ? words.view(about)
        : kind === 'rows'
          ? words.role(about)
          : kind === 'total'
            ? words.total(about)
            : words.field(about);
  if (action) return `${words.action(action)}: ${name}`;
  return lines ? `${words.field(lines)}: ${name}` : name;
}

/** Adds a rule, and opens it where it stands. */
function NewValidation({ onMade }: { onMade: (at: string) => void }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const rules = useDesigner((state) => state.document.meta.validations) ?? noRules;
  const [asked, setOpen] = useState(false);
  const at = `validations[${rules.length}]`;
  const add = ({ name: code, names, when }: NewRule) => {
    const { culture, run } = store.getState();
    const value = { code, when };
    const made: Command =
      rules.length > 0 ? { do: 'set', at, value } : { do: 'set', at: 'validations', value: [value] };
    const step = t('rules.step.add', { name: nameIn(names, culture) });
    const issues = run(step, [made, ...nameCommands(`rules.${code}`, names)]);
    if (issues.length === 0) onMade(`${at}.when`);
    return issues;
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <PlusOutlined aria-hidden /> {t('rules.add')}
      </button>
      {asked ? (
        <NewRuleDialog
          title={t('rules.add')}
          stem="rule"
          at={`${at}.when`}
          label={t('rules.when.validation')}
          taken={codesOf(rules)}
          onAdd={add}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** What the rules and fields could be blamed for; each leads to its rule. */
function Findings({ onOpen }: { onOpen: (at: string) => void }) {
  const { t } = useTranslation('designer');
  const document = useDesigner((state) => state.document);
  const others = useDesigner((state) => state.others);
  const select = useDesigner((state) => state.select);
  const line = useIssueLine();
  const found = useMemo(
    () => lintDocument(document, others).filter(({ code }) => code !== 'lint.missingText'),
    [document, others],
  );
  return (
    <section className="findings" aria-label={t('lint.title')}>
      <h3>{t('lint.count', { count: found.length })}</h3>
      {found.length === 0 ? <p className="panel-hint">{t('lint.none')}</p> : null}
      <ul>
        {found.map((each) => (
          <li key={`${each.code}${each.path}`} data-severity={each.severity}>
            <button
              type="button"
              className="link-button"
              onClick={() => {
                onOpen(each.path);
                select([each.path]);
              }}
            >
              {line(each)}
            </button>
            <code>{each.path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
