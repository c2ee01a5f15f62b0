import type { Transporter } from 'nodemailer';

/** A file that comes with a mail. */
export interface Enclosure {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** The content id by which the HTML shows it; absent for an attachment. */
  readonly shownAs?: string;
}

/** A message to one person. */
export interface Letter {
  to: string;
  /** Absent for text messages. */
  title: string;
  text: string;
  /** The HTML version of a mail. */
  html?: string;
  files?: readonly Enclosure[];
}

/** Sends one kind of message; throws if it could not be handed over. */
export type Driver = (letter: Letter) => Promise<void>;
export type MessageKind = 'mail' | 'sms';
export type Drivers = Readonly<Record<MessageKind, Driver>>;

export interface DriverSettings {
  /** `smtp://user:password@host:port` or `smtps://...`; null: no mail server. */
  mailUrl: string | null;
  mailFrom: string | null;
  /** The gateway that accepts `{to, text}` as JSON; null: none. */
  smsUrl: string | null;
  smsToken: string | null;
}

/**
 * The configured drivers. Without one, a development start logs messages (`write`), the only place to read codes then;
 * any other start refuses to send (`write` null), which the record shows.
 */
export function createDrivers(settings: DriverSettings, write: ((line: string) => void) | null): Drivers {
  const otherwise = (kind: MessageKind): Driver => (write ? logDriver(kind, write) : noDriver);
  const { mailUrl, mailFrom, smsUrl, smsToken } = settings;
  return {
    mail: mailUrl ? smtpDriver(mailUrl, mailFrom ?? 'no-reply@localhost') : otherwise('mail'),
    sms: smsUrl ? gatewayDriver(smsUrl, smsToken) : otherwise('sms'),
  };
}

const noDriver: Driver = () => Promise.reject(new Error('no driver'));

const logDriver =
  (kind: MessageKind, write: (line: string) => void): Driver =>
  async ({ to, title, text }) =>
    write(`[${kind}] ${to}: ${[title, text].filter(Boolean).join(' | ').replaceAll('\n', ' ')}`);

function smtpDriver(url: string, from: string): Driver {
  let transport: Promise<Transporter> | null = null;
  // Loaded lazily.
  const open = async () =>
    (await import('nodemailer')).createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true });
  return async ({ to, title, text, html, files = [] }) => {
    transport ??= open();
    const attachments = files.map(({ name, mediaType, bytes, shownAs }) => ({
      ...{ filename: name, contentType: mediaType, content: bytes },
      ...(shownAs === undefined ? {} : { cid: shownAs, contentDisposition: 'inline' as const }),
    }));
    await (
      await transport
    ).sendMail({ to, subject: title, text, attachments, ...(html === undefined ? {} : { html }) });
  };
}

/** Timeout of a gateway in milliseconds. */
const timeoutMs = 15_000;

function gatewayDriver(url: string, token: string | null): Driver {
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
  };
}
