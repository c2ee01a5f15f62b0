/** Where it is kept with the person on the server: a preference under this key. */
export const notificationsKey = 'notifications';

/** What somebody may be told of, and the ways it may come. */
export const notificationWays = Object.freeze({
  /** A new password, another bound address. */
  security: ['mail'],
} as const);

export type NotificationKind = keyof typeof notificationWays;
export type NotificationWay = 'mail';
export type Notifications = Readonly<Record<NotificationKind, Readonly<Partial<Record<NotificationWay, boolean>>>>>;

export const usualNotifications: Notifications = Object.freeze({ security: { mail: true } });

/** What is kept, as far as it makes sense; the rest as it usually is. Pure. */
export function readNotifications(kept: unknown): Notifications {
  const object = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const of = <T extends NotificationKind>(kind: T) => {
    const { mail } = object(object(kept)[kind]);
    return { ...usualNotifications[kind], ...(typeof mail === 'boolean' ? { mail } : {}) };
  };
  return { security: of('security') };
}
