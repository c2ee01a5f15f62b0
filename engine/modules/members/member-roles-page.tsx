import { useId, useState, type FormEvent } from 'react';
import { ErrorPanel, errorMessage, PageHeader, Skeleton, toDisplayError } from '../../kit/index.ts';
import { useAsked, type Run } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

type Grants = Readonly<Record<string, readonly string[]>>;
interface OwnRole {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly remark: string | null;
  readonly people: number;
  readonly mayEdit: boolean;
  readonly grants: Grants;
}
interface Held {
  readonly entity: string;
  readonly title: string;
  readonly codes: readonly { readonly code: string; readonly word: string }[];
}
interface Answer {
  readonly roles: readonly OwnRole[];
  readonly held: readonly Held[];
}

/** Roles of the member's own company: what they give, and a form that offers what the person holds and no more. */
export default function MemberRolesPage() {
  const t = useWords();
  const { answer, error, again, run } = useAsked<Answer>('Members/roles', {});
  const [open, setOpen] = useState<string | null>(null);
  if (!answer) return error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  const close = () => setOpen(null);
  return (
    <div className="members-page">
      <PageHeader title={t('roles.title')} note={t('roles.note')} />
      <p role="alert">{error ? errorMessage(error) : ''}</p>
      {open === 'new' ? (
        <RoleForm role={null} held={answer.held} run={run} onClose={close} />
      ) : (
        <button type="button" className="button is-primary members-new" onClick={() => setOpen('new')}>
          {t('roles.new')}
        </button>
      )}
      {answer.roles.length === 0 && open === null ? <p>{t('roles.none')}</p> : null}
      <ul className="members-users">
        {answer.roles.map((role) => (
          <li key={`${role.id}-${role.version}`}>
            {open === role.id ? (
              <RoleForm role={role} held={answer.held} run={run} onClose={close} />
            ) : (
              <RoleLine role={role} held={answer.held} run={run} onOpen={() => setOpen(role.id)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RoleLine({ role, held, run, onOpen }: { role: OwnRole; held: readonly Held[]; run: Run; onOpen: () => void }) {
  const t = useWords();
  const titles = held.flatMap(({ entity, title }) => (role.grants[entity] ? [title] : []));
  return (
    <>
      <b>{role.name}</b>
      <span>{t('roles.people', { count: role.people })}</span>
      <span className="members-wide">{titles.join(' · ')}</span>
      {role.remark ? <span className="members-wide">{role.remark}</span> : null}
      {role.mayEdit ? (
        <div>
          <button type="button" className="button" onClick={onOpen}>
            {t('roles.change')}
          </button>
          <button
            type="button"
            className="button"
            disabled={role.people > 0}
            onClick={() => void run('Members/removeRole', { id: role.id })}
          >
            {t('roles.remove')}
          </button>
        </div>
      ) : (
        <span>{t('roles.above')}</span>
      )}
    </>
  );
}

interface FormProps {
  readonly role: OwnRole | null;
  readonly held: readonly Held[];
  readonly run: Run;
  readonly onClose: () => void;
}

function RoleForm({ role, held, run, onClose }: FormProps) {
  const t = useWords();
  const id = useId();
  const [name, setName] = useState(role?.name ?? '');
  const [remark, setRemark] = useState(role?.remark ?? '');
  const [grants, setGrants] = useState<Grants>(role?.grants ?? {});
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const kept = role ? { id: role.id, version: role.version } : {};
    if (await run('Members/saveRole', { ...kept, name: name.trim(), remark: remark.trim() || null, grants })) onClose();
  };
  const choose = (entity: string, code: string, isChosen: boolean) => {
    const before = grants[entity] ?? [];
    const next = isChosen ? [...new Set(['read', ...before, code])] : before.filter((each) => each !== code);
    // Without the right to read there is nothing to do with it.
    setGrants({ ...grants, [entity]: next.includes('read') ? next : [] });
  };
  const isEmpty = Object.values(grants).every((codes) => codes.length === 0);
  return (
    <form className="members-role" onSubmit={(event) => void save(event)}>
      <div className="members-form">
        <label htmlFor={`${id}name`}>{t('roles.name')}</label>
        <input
          id={`${id}name`}
          required
          maxLength={36}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <label htmlFor={`${id}remark`}>{t('roles.remark')}</label>
        <input id={`${id}remark`} maxLength={200} value={remark} onChange={(event) => setRemark(event.target.value)} />
      </div>
      <div className="members-grants">
        {held.map(({ entity, title, codes }) => (
          <fieldset key={entity}>
            <legend>{title}</legend>
            {codes.map(({ code, word }) => (
              <label key={code}>
                <input
                  type="checkbox"
                  checked={grants[entity]?.includes(code) ?? false}
                  onChange={(event) => choose(entity, code, event.target.checked)}
                />
                {word}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <div className="members-actions">
        <button type="submit" className="button is-primary" disabled={name.trim() === '' || isEmpty}>
          {t('roles.save')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('roles.cancel')}
        </button>
      </div>
    </form>
  );
}
