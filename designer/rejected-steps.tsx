import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDraft } from './store.ts';
import { useIssueLine } from './use-designer-words.ts';

/** Steps that no longer apply, each with its reasons, until the person has seen them. */
export function RejectedSteps() {
  const { t } = useTranslation('designer');
  const rejected = useDraft((state) => state.rejected);
  const run = useDraft((state) => state.run);
  const forget = useDraft((state) => state.forget);
  const line = useIssueLine();
  return rejected.map(({ key, name, commands, issues }) => (
    <Alert
      key={key}
      className="designer-unfit"
      type="warning"
      showIcon
      message={t('designer.unfit', { name })}
      description={
        <ul>
          {issues.map((issue, at) => (
            <li key={at}>
              {line(issue)} {issue.path ? <code>{issue.path}</code> : null}
            </li>
          ))}
        </ul>
      }
      action={
        <span className="designer-unfit-actions">
          <Button size="small" onClick={() => run(name, commands).length === 0 && forget(key)}>
            {t('ui.retry')}
          </Button>
          <Button size="small" type="text" onClick={() => forget(key)}>
            {t('designer.unfit.drop')}
          </Button>
        </span>
      }
    />
  ));
}
