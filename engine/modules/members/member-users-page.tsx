import { useId, useState, type FormEvent } from 'react';
import { ErrorPanel, errorMessage, PageHeader, Skeleton, StatusTag, toDisplayError } from '../../kit/index.ts';
import { useAsked } from './use-asked.ts';
import { useWords } from './words.ts';
import './members.css';

interface Role {
  readonly id: string;
  readonly name: string;
  readonly mayGive: boolean;
}
interface User {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly email: string | null;
  readonly status: string;
  readonly roles: readonly string[];
}
interface Answer {
  readonly users: readonly User[];
  readonly roles: readonly Role[];
  readonly self: string;
}

/** The people of the member's company with their roles, and invitations. */
export default function MemberUsersPage() {
  const t = useWords();
  const { answer, error, again, run } = useAsked<Answer>('Members/users', {});
  if (!answer) return error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  return (
    <div className="members-page">
      <PageHeader title={t('users.title')} note={t('users.note')} />
      <p role="alert">{error ? errorMessage(error) : ''}</p>
      <Invitation roles={answer.roles} run={run} />
      <ul className="members-users">
        {answer.users.map((user) => (
          <UserRow
            key={`${user.id}-${user.status}-${user.roles.join()}`}
            user={user}
            roles={answer.roles}
            isSelf={user.id === answer.self}
            run={run}
          />
        ))}
      </ul>
    </div>
  );
}

type Run = (command: string, values: object) => Promise<boolean>;

function RoleChoice({
  roles,
  chosen,
  locked,
  onChange,
}: {
  roles: readonly Role[];
  chosen: readonly string[];
  locked: boolean;
  onChange: (next: readonly string[]) => void;
}) {
  const t = useWords();
  return (
    <fieldset disabled={locked}>
      <legend>{t('users.roles')}</legend>
      {roles.map(({ id, name, mayGive }) => (
        <label key={id}>
          <input
            type="checkbox"
            disabled={!mayGive}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function Invitation({ roles, run }: { roles: readonly Role[]; run: Run }) {
  const t = useWords();
  const id = useId();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [sent, setSent] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await run('Members/invite', { name: name.trim(), email: email.trim(), roles: chosen }))) return;
    setSent(email.trim());
    setName('');
    setEmail('');
    setChosen([]);
  };
  return (
    <form className="members-form" onSubmit={(event) => void send(event)}>
      <label htmlFor={`${id}name`}>{t('users.name')}</label>
      <input id={`${id}name`} required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      <label htmlFor={`${id}email`}>{t('users.email')}</label>
      <input
        id={`${id}email`}
        type="email"
        required
        maxLength={60}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RoleChoice roles={roles} chosen={chosen} locked={false} onChange={setChosen} />
      <p role="status">{sent ? t('users.sent', { mail: sent }) : ''}</p>
      <button type="submit" className="button is-primary" disabled={chosen.length === 0}>
        {t('users.invite')}
      </button>
    </form>
  );
}

function UserRow({ user, roles, isSelf, run }: { user: User; roles: readonly Role[]; isSelf: boolean; run: Run }) {
  const t = useWords();
  const [chosen, setChosen] = useState(user.roles);
  const isEnabled = user.status === '0';
  const changed = chosen.toSorted().join() !== user.roles.toSorted().join();
  return (
    <li>
      <b>{user.name}</b>
      <span>{user.email ?? user.account}</span>
      <StatusTag tone={isEnabled ? 'good' : 'neutral'} text={t(isEnabled ? 'users.enabled' : 'users.disabled')} />
      {isSelf ? <span>{t('users.self')}</span> : null}
      <RoleChoice roles={roles} chosen={chosen} locked={isSelf} onChange={setChosen} />
      {isSelf ? null : (
        <div>
          <button
            type="button"
            className="button"
            disabled={!changed || chosen.length === 0}
            onClick={() => void run('Members/setRoles', { account: user.id, roles: chosen })}
          >
            {t('users.save')}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => void run('Members/setStatus', { account: user.id, enabled: !isEnabled })}
          >
            {t(isEnabled ? 'users.disable' : 'users.enable')}
          </button>
        </div>
      )}
    </li>
  );
}
