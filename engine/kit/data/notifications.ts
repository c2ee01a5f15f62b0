/** Where it is kept with the person on the server: a preference under this key. */
export const notificationsKey = 'notifications';

/** Kinds of notifications and their channels. The server handles mail and the pop-ups of notices. */
export const notificationChannels = Object.freeze({
  /** What is published for all or for some. */
  notices: ['popup', 'mail'],
  /** One's own exports and imports have ended. */
  jobs: ['popup'],
  /** A new password, another bound address. */
  security: ['mail'],
} as const);

export type NotificationKind = keyof typeof notificationChannels;
export type NotificationChannel = 'mail' | 'popup';
export type Notifications = Readonly<Record<NotificationKind, Readonly<Partial<Record<NotificationChannel, boolean>>>>>;

export const usualNotifications: Notifications = Object.freeze({
  notices: { popup: true, mail: false },
  jobs: { popup: true },
  security: { mail: true },
});

/** Reads the stored setting; anything invalid becomes the default. Pure. */
export function readNotifications(stored: unknown): Notifications {
  const object = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const of = (kind: NotificationKind) => {
    const settings = object(object(stored)[kind]);
    const known = notificationChannels[kind].filter((channel) => typeof settings[channel] === 'boolean');
    return {
      ...usualNotifications[kind],
      ...Object.fromEntries(known.map((channel) => [channel, settings[channel] as boolean])),
    };
  };
  return { notices: of('notices'), jobs: of('jobs'), security: of('security') };
}
