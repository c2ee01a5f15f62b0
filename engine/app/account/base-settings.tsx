import { Button, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../kit/data/account-client.ts';
import { Avatar } from '../../kit/data/avatar.tsx';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { ErrorPanel } from '../../kit/ui/error-panel.tsx';
import { Skeleton } from '../../kit/ui/skeletons.tsx';
import { accountApi, reloadUser, useProfile } from './account-api.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import { Labelled } from './labelled.tsx';
import { Panel } from './panel.tsx';
import { useWork } from './use-work.ts';

/** Names, birthday and picture. */
export function BaseSettings() {
  const { value, error, again } = useProfile();
  if (error) return <ErrorPanel error={toDisplayError(error)} onRetry={() => void again()} />;
  return value ? <BaseForm profile={value} changed={again} /> : <Skeleton shape="form" />;
}

function BaseForm({ profile, changed }: { profile: Profile; changed: () => Promise<void> }) {
  const { t } = useTranslation();
  const [info, setInfo] = useState<Info>({
    nickName: profile.nickName ?? '',
    sex: profile.sex ?? '3',
    birthday: profile.birthday ?? '',
    tel: profile.tel ?? '',
  });
  const { busy, faults, run } = useWork();
  const set = (change: Partial<Info>) => setInfo((before) => ({ ...before, ...change }));
  const save = () =>
    run(async () => {
      const { nickName, sex, birthday, tel } = info;
      await accountApi.updateInfo({ nickName: nickName || null, sex, birthday: birthday || null, tel: tel || null });
      await Promise.all([changed(), reloadUser()]);
    }, t('account.saved'));
  return (
    <>
      <Picture profile={profile} changed={changed} />
      <Panel
        title={t('account.person')}
        note={t('account.personNote', { name: profile.name, account: profile.account })}
      >
        <form
          className="account-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <PersonFields info={info} faults={faults} set={set} />
          <div className="account-form-foot">
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('form.save')}
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}

interface Info {
  nickName: string;
  sex: string;
  birthday: string;
  tel: string;
}

interface FieldsProps {
  info: Info;
  faults: ReturnType<typeof useWork>['faults'];
  set(change: Partial<Info>): void;
}

function PersonFields({ info, faults, set }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Labelled label={t('account.nickName')} fault={faults['nickName']}>
        {(control) => (
          <Input
            {...control}
            maxLength={60}
            autoComplete="nickname"
            value={info.nickName}
            onChange={({ target }) => set({ nickName: target.value })}
          />
        )}
      </Labelled>
      <fieldset className="account-field">
        <legend>{t('account.sex')}</legend>
        <Radio.Group
          value={info.sex}
          options={['1', '2', '3'].map((value) => ({ value, label: t(`account.sex.${value}`) }))}
          onChange={({ target }) => set({ sex: String(target.value) })}
        />
      </fieldset>
      <Labelled label={t('account.birthday')} fault={faults['birthday']}>
        {(control) => (
          <Input
            {...control}
            type="date"
            min="1900-01-01"
            autoComplete="bday"
            value={info.birthday}
            onChange={({ target }) => set({ birthday: target.value })}
          />
        )}
      </Labelled>
      <Labelled label={t('account.tel')} fault={faults['tel']} hint={t('account.telHint')}>
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="tel"
            value={info.tel}
            onChange={({ target }) => set({ tel: target.value })}
          />
        )}
      </Labelled>
    </>
  );
}

function Picture({ profile, changed }: { profile: Profile; changed: () => Promise<void> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { busy, run } = useWork();
  const refresh = () => Promise.all([changed(), reloadUser()]);
  const remove = () =>
    run(async () => {
      await accountApi.updateAvatar(null);
      await refresh();
    }, t('account.saved'));
  return (
    <Panel title={t('account.picture')} note={t('account.pictureNote')}>
      <div className="account-picture">
        <Avatar id={profile.avatar} name={profile.name} size={96} />
        <Button onClick={() => setOpen(true)}>{t('account.pictureChoose')}</Button>
        {profile.avatar ? (
          <Button type="text" loading={busy} onClick={() => void remove()}>
            {t('account.pictureRemove')}
          </Button>
        ) : null}
      </div>
      {open ? (
        <AvatarDialog
          onClose={() => setOpen(false)}
          onSaved={async () => {
            setOpen(false);
            await refresh();
          }}
        />
      ) : null}
    </Panel>
  );
}
