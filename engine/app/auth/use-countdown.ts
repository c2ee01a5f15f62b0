import { useEffect, useState } from 'react';

/** A countdown in whole seconds: how many are left, and as a clock shows them (`1:05`). */
export function useCountdown(): { left: number; clock: string; start(seconds: number): void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  useEffect(() => {
    if (until > 0 && left === 0) setUntil(0);
  }, [until, left]);
  return {
    left,
    clock: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`,
    start(seconds) {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1000);
    },
  };
}
