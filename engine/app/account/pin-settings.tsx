import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { StatusTag } from '../../kit/ui/status-tag.tsx';
import { accountApi, useLoaded } from './account-api.ts';
import { Labelled } from './labelled.tsx';
import { Panel } from './panel.tsx';
import { useWork } from './use-work.ts';

const loadPin = () => accountApi.pin();
const empty = { password: '', pin: '' };

/** The PIN for shared stations, which its owner sets and nobody else knows. */
export function PinSettings() {
  const { t } = useTranslation();
  const { value, error, again } = useLoaded(loadPin);
  return (
    <Panel title={t('pin.title')} note={t('pin.note')}>
      {error && !value ? (
        <ErrorPanel error={toDisplayError(error)} onRetry={() => void again()} />
      ) : !value ? (
        <Skeleton shape="form" />
      ) : (
        <>
          <div className="account-factor">
            <StatusTag
              tone={value.blocked ? 'bad' : value.on ? 'good' : 'neutral'}
              text={t(value.blocked ? 'pin.blocked' : value.on ? 'pin.on' : 'pin.off')}
            />
          </div>
          <PinForm isOn={value.on} onChanged={() => void again()} />
        </>
      )}
    </Panel>
  );
}

function PinForm({ isOn, onChanged }: { isOn: boolean; onChanged(): void }) {
  const { t } = useTranslation();
  const { busy, faults, run } = useWork();
  const [typed, setTyped] = useState(empty);
  const send = async (pin: string) => {
    const { password } = typed;
    const done = await run(() => accountApi.setPin({ password, pin }), t(pin ? 'pin.set' : 'pin.removed'));
    if (!done) return;
    setTyped(empty);
    onChanged();
  };
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send(typed.pin);
      }}
    >
      <Labelled label={t('account.present')} fault={faults['password']}>
        {(control) => (
          <Input.Password
            {...control}
            required
            autoComplete="current-password"
            maxLength={128}
            value={typed.password}
            onChange={({ target }) => setTyped({ ...typed, password: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('pin.new')} fault={faults['pin']} hint={t('pin.hint')}>
        {(control) => (
          <Input.Password
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={typed.pin}
            onChange={({ target }) => setTyped({ ...typed, pin: target.value })}
          />
        )}
      </Labelled>
      <div className="account-form-foot">
        <Button type="primary" htmlType="submit" loading={busy} disabled={typed.pin === ''}>
          {t('pin.save')}
        </Button>
        {isOn ? (
          <Button type="text" danger disabled={busy} onClick={() => void send('')}>
            {t('pin.remove')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
