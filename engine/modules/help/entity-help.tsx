import { Link } from 'react-router-dom';
import {
  entityLabels,
  ErrorPanel,
  PageHeader,
  Skeleton,
  StatusTag,
  toDisplayError,
  useCulture,
  useEntity,
  usePageTitle,
  type EntityAnswer,
  type EntityLabels,
} from '../../kit/index.ts';
import { fill, type FieldMeta } from '../../core/index.ts';
import { paragraphs, useWords } from './words.ts';

/** Codes that every list has, in the order in which people meet them. */
const usual = ['read', 'add', 'edit', 'delete', 'import', 'export'];

/** Help for the records of one entity: what people wrote, and what its declaration and the reader's rights say. */
export function EntityHelp({ path }: { path: string }) {
  const { t } = useWords();
  const { state, answer, error, retry } = useEntity(path);
  usePageTitle(answer ? t('of.title', { name: answer.texts.plural }) : t('help.title'));
  if (state === 'failed') return <ErrorPanel error={toDisplayError(error)} onRetry={retry} />;
  if (!answer) return <Skeleton shape="page" />;
  const labels = entityLabels(answer);
  const written = paragraphs(t, `about.${path}`);
  return (
    <article className="help-page">
      <PageHeader
        title={t('of.title', { name: labels.plural })}
        actions={
          <Link className="button" to={`/${path}`}>
            {t('of.open')}
          </Link>
        }
      />
      <Link to="/help">{t('of.back')}</Link>
      {written.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Doings answer={answer} labels={labels} />
      <Flow answer={answer} labels={labels} />
      <Fields answer={answer} labels={labels} />
      <Rules answer={answer} labels={labels} />
    </article>
  );
}

interface Shown {
  readonly answer: EntityAnswer;
  readonly labels: EntityLabels;
}

function Doings({ answer: { codes }, labels }: Shown) {
  const { t } = useWords();
  const all = [...usual.filter((code) => codes.includes(code)), ...codes.filter((code) => !usual.includes(code))];
  return (
    <section>
      <h2>{t('of.may')}</h2>
      <ul className="help-codes">
        {all.map((code) => (
          <li key={code}>{usual.includes(code) ? t(`code.${code}`) : labels.action(code)}</li>
        ))}
      </ul>
    </section>
  );
}

function Flow({ answer: { meta, moves = [], texts }, labels }: Shown) {
  const { t } = useWords();
  const either = new Intl.ListFormat(useCulture(), { type: 'disjunction' });
  const states = Object.entries(meta.workflow?.states ?? {});
  if (states.length === 0) return null;
  return (
    <section>
      <h2>{t('of.flow')}</h2>
      <ul className="help-states">
        {states.map(([name, { tone }]) => {
          const next = moves.filter(({ from }) => from.includes(name)).map(({ to }) => to);
          return (
            <li key={name}>
              <StatusTag tone={tone} text={labels.state(name)} />
              {next.length > 0 ? (
                <span>{t('of.next', { states: either.format([...new Set(next)].map(labels.state)) })}</span>
              ) : (
                <span>{t('of.end')}</span>
              )}
              {texts.banners?.[name] ? <p>{texts.banners[name]}</p> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Fields({ answer: { meta }, labels }: Shown) {
  const { t } = useWords();
  return (
    <section>
      <h2>{t('of.fields')}</h2>
      <dl className="help-fields">
        {Object.entries(meta.fields).map(([name, field]) => (
          <div key={name}>
            <dt>
              {labels.field(name)} <Asked field={field} />
            </dt>
            <dd>
              {labels.help(name)}
              {'maxLength' in field && typeof field.maxLength === 'number' ? (
                <span>{t('of.length', { count: field.maxLength })}</span>
              ) : null}
              {labels.options(name).length > 0 && labels.options(name).length <= 12 ? (
                <span>
                  {labels
                    .options(name)
                    .map((value) => labels.option(name, value))
                    .join(' · ')}
                </span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Whether people fill a field in, and must. */
function Asked({ field: { type, readOnly, required } }: { field: FieldMeta }) {
  const { t } = useWords();
  const isFilled = readOnly === true || type === 'sequence' || type === 'computed';
  if (isFilled) return <span>{t('of.filled')}</span>;
  if (!required) return null;
  return <span>{t(required === true ? 'of.required' : 'of.sometimes')}</span>;
}

function Rules({ answer: { texts } }: Shown) {
  const { t } = useWords();
  // Several rules may say the same of different fields.
  const rules = [...new Set(Object.values(texts.rules ?? {}).map((text) => fill(text, {}, '…')))];
  if (rules.length === 0) return null;
  return (
    <section>
      <h2>{t('of.rules')}</h2>
      <ul>
        {rules.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
