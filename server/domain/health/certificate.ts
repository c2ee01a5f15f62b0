import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** The end of a host's certificate, or why it could not be read. */
export interface CertificateEnd {
  readonly until: Date | null;
  readonly trouble: string | null;
}

const patience = 4_000;

/** Asks a server of our own for its certificate; says so where browsers would not trust it. */
export function certificateOf(hostname: string, port = 443): Promise<CertificateEnd> {
  return new Promise((done) => {
    const socket = connect({
      host: hostname,
      port,
      // An address is no name of a server.
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      rejectUnauthorized: false,
      timeout: patience,
    });
    const end = (found: CertificateEnd) => {
      socket.destroy();
      done(found);
    };
    socket.on('secureConnect', () => {
      const { valid_to: text } = socket.getPeerCertificate();
      const until = text ? new Date(text) : null;
      end({
        until,
        trouble: socket.authorized ? null : String(socket.authorizationError ?? 'untrusted').slice(0, 100),
      });
    });
    socket.on('timeout', () => end({ until: null, trouble: 'ETIMEDOUT' }));
    socket.on('error', (error) =>
      end({ until: null, trouble: String((error as { code?: string }).code ?? error.message).slice(0, 100) }),
    );
  });
}
