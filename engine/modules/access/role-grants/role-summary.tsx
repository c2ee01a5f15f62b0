import { useTranslation } from 'react-i18next';
import { Skeleton, useOwnCalls, type ReadProps } from '../../../kit/index.ts';
import { PreviewButton } from './preview-button.tsx';
import { useAnswer } from './use-answer.ts';

/** All that a role may do, in sentences: its template, its menus and its own grants taken together. */
export function RoleSummary({ record, compact }: ReadProps) {
  const { t } = useTranslation();
  const id = String(record['id'] ?? '');
  const version = Number(record['version'] ?? 0);
  const { ask } = useOwnCalls();
  const lines = useAnswer((signal) => ask('roleSummary', { id }, signal), id, version);
  if (compact || !id) return null;
  if (lines === undefined) return <Skeleton shape="list" />;
  return (
    <div className="role-summary">
      <div className="role-summary-head">
        <p>{t('widget.role-grants.summaryNote', { count: lines?.length ?? 0 })}</p>
        <PreviewButton id={id} member={record['template'] === 'member'} />
      </div>
      {lines?.length ? (
        <ul>
          {lines.map(({ entity, title, grants }) => (
            <li key={entity}>
              <strong>{title}</strong>
              {grants.map(({ verbs, rows, hidden }, at) => (
                <p key={at}>
                  <span className="role-summary-verbs">
                    {verbs.map((verb) => (
                      <span key={verb} className="tag">
                        {verb}
                      </span>
                    ))}
                  </span>
                  <span className="role-summary-rows">
                    {rows}
                    {hidden.length > 0
                      ? t('widget.role-grants.without', { fields: hidden.join(t('widget.role-grants.and')) })
                      : null}
                  </span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <p className="role-summary-none">{t('widget.role-grants.nothing')}</p>
      )}
    </div>
  );
}
