import { useTranslation } from 'react-i18next';
import { useBrand } from '../session/brand.ts';
import { AuthField } from './auth-field.tsx';
import type { useAuthForm } from './use-auth-form.ts';

/** A new password, typed twice. */
export function NewPassword({ form: deps }: { form: ReturnType<typeof useAuthForm> }) {
  const { t } = useTranslation();
  const min = useBrand()?.passwordLength;
  const field = (name: string) => ({
    name,
    type: 'password' as const,
    fault: deps.faults[name],
    onTyped: deps.typed,
    autoComplete: 'new-password',
    maxLength: 128,
  });
  return (
    <>
      <AuthField
        {...field('password')}
        label={t('door.newPassword')}
        hint={min === undefined ? undefined : t('door.passwordHint', { min })}
      />
      <AuthField {...field('confirm')} label={t('door.confirm')} />
    </>
  );
}
