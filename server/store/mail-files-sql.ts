/** $1 tenant, $2 file: how an attachment is called and of which kind it is. Sealed files are for their modules alone. */
export const mailFileSql = `
  SELECT "originName" AS name, "mediaType" AS "mediaType" FROM file
   WHERE tenant_id = $1 AND id = $2 AND sealed IS NOT TRUE`;

/** $1 tenant: its logo, which is a file of the platform, if mail readers show pictures of its kind. */
export const mailLogoSql = `
  SELECT f.tenant_id::text AS tenant, f.id::text AS id, f."mediaType" AS "mediaType"
    FROM tenant t JOIN file f ON f.tenant_id = t.tenant_id AND f.id = t.logo
   WHERE t.id = $1 AND f.sealed IS NOT TRUE AND f."mediaType" IN ('image/png', 'image/jpeg')`;
