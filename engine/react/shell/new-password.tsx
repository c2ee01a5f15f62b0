import { useTranslation } from 'react-i18next';
import { useBrand } from './brand.ts';
import { DoorField } from './door-field.tsx';
import type { useDoorForm } from './use-door-form.ts';

/** A new password, typed twice. */
export function NewPassword({ door }: { door: ReturnType<typeof useDoorForm> }) {
  const { t } = useTranslation();
  const min = useBrand()?.passwordLength;
  const field = (name: string) => ({
    name,
    type: 'password' as const,
    fault: door.faults[name],
    onTyped: door.typed,
    autoComplete: 'new-password',
    maxLength: 128,
  });
  return (
    <>
      <DoorField
        {...field('password')}
        label={t('door.newPassword')}
        hint={min === undefined ? undefined : t('door.passwordHint', { min })}
      />
      <DoorField {...field('confirm')} label={t('door.confirm')} />
    </>
  );
}
