import { useRef, useState } from 'react';
import { WireError } from '../../kit/data/data-client.ts';
import { errorMessage } from '../../kit/data/display-error.ts';
import type { SignInKind } from '../../kit/data/session-client.ts';
import { signIn } from '../session/session.ts';
import type { useAuthForm } from './use-auth-form.ts';
import { useCountdown } from './use-countdown.ts';

/** The answers that ask for a captcha: none was sent, or one that is spent. */
const captchaCodes = new Set([1011003, 10110010]);

/** The answers that ask for the second factor: none was sent, or a wrong code. */
const factorCodes = { needed: 1011012, wrong: 1011013 };
const passwordWrong = 1011002;

/** Sends what the form holds, and follows what the answer asks for next: a captcha, a second factor, patience. */
export function useSignIn(kind: SignInKind, { form, text, show, refuse, run }: ReturnType<typeof useAuthForm>) {
  const [captchaOpen, setCaptchaOpen] = useState(false);
  const needsCaptcha = useRef(false);
  const [asksFactor, setAsksFactor] = useState(false);
  /** A verification that the server gave for the step after a solved captcha. */
  const given = useRef<string | undefined>(undefined);
  const wait = useCountdown();

  const enter = (captcha?: string) =>
    run(async () => {
      try {
        const otp = asksFactor ? text('otp').trim() : undefined;
        await signIn({ kind, account: text('account').trim(), password: text('password'), captcha, otp });
      } catch (error) {
        const { code = 0, data } = error instanceof WireError ? error : {};
        const facts = (data ?? {}) as { captcha?: boolean; seconds?: number; code?: string };
        needsCaptcha.current = facts.captcha === true;
        if (code === factorCodes.needed) {
          given.current = facts.code;
          return setAsksFactor(true);
        }
        if (captchaCodes.has(code)) return setCaptchaOpen(true);
        if (facts.seconds) return wait.start(facts.seconds);
        if (code === factorCodes.wrong) return void show({ otp: errorMessage(error) });
        if (code === passwordWrong) setAsksFactor(false);
        refuse(error);
        form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
      }
    });
  /** Enters with the verification that was given, once, or asks for a captcha first. */
  const proceed = () => {
    if (needsCaptcha.current) return setCaptchaOpen(true);
    const verification = given.current;
    given.current = undefined;
    void enter(verification);
  };
  const solved = (verification: string) => {
    setCaptchaOpen(false);
    void enter(verification);
  };
  return { asksFactor, wait, captchaOpen, proceed, solved, closeCaptcha: () => setCaptchaOpen(false) };
}
