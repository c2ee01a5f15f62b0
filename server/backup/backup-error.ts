/** An error of a backup or restore, worded for the person who ran the command. */
const reasons = {
  notABackup: 'this is no backup of Lading',
  otherKey: 'BACKUP_KEY is another one than the backup was made with (or its beginning is damaged)',
  damaged: 'the backup is damaged: a part of it is not as it was written',
  cut: 'the backup is cut off: its end is missing',
  otherSecret:
    'SECRET_KEY is another one than that of the installation which was backed up; its secrets could not be read',
  notEmpty: 'the database is not empty; a backup is only restored into an empty one',
  olderServer: 'this PostgreSQL is older than the one that was backed up',
  otherRoles: 'the database roles of this server belong to an installation with another SECRET_KEY',
  changing: 'tables keep changing: a schema is being published; run the backup again',
  hidden: 'a table has rows that neither the owner nor the system role may read',
  unknownKind: 'the database has an object of a kind that backups do not know',
  broken: 'an object of the backup could not be made',
  tenantUnknown: 'there is no such tenant',
  notATenant: 'this is not the export of a tenant',
  otherRelease: 'the export is of another release than this database',
  tenantKnown: 'this installation has such a tenant already',
  noPlatform: 'this installation has no platform yet; start it once',
  needsMore:
    'the owner of the database must bypass row security and may set session_replication_role (a superuser, or BYPASSRLS and GRANT SET ON PARAMETER)',
  otherStore:
    'the file store is another one than that of the installation (FILE_STORE, S3_BUCKET, DATA_DIR); its files are not there',
  filesLost: 'the file is written, but these stored files are lost: they have a record, and no bytes in the store',
  restoring: 'another restore works on this database, or a node starts on it',
  notMovable: 'the platform itself cannot be moved or removed',
  moving: 'another command moves, imports or deletes the tenant, or a move of it was interrupted',
  stillWritten: 'rows of the tenant keep changing; look for what writes them and try again',
  notAsWritten: 'the rows that arrived are not those that were sent',
  notSuspended: 'the tenant is served; suspend it on its record first',
  walletLeft: "there is money in the tenant's wallet, which has to be paid out first",
  rowsLeft: 'rows of the tenant would be left; nothing was deleted',
  gone: 'the tenant has left this installation',
  notAnInstallation: 'this is not a backup of a whole installation',
} as const;

export type BackupReason = keyof typeof reasons;

export class BackupError extends Error {
  constructor(
    readonly reason: BackupReason,
    detail = '',
  ) {
    super(detail === '' ? reasons[reason] : `${reasons[reason]}: ${detail}`);
  }
}
