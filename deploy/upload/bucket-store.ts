import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { _Object } from '@aws-sdk/client-s3'
import type { Store } from './upload-site.ts'

/** A bucket, accessed with the credentials and the region of the environment, like the AWS CLI. */
export function bucketStore(Bucket: string, client = new S3Client()): Store {
  async function list(Prefix: string): Promise<_Object[]> {
    const found: _Object[] = []
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix, ...(token === undefined ? {} : { ContinuationToken: token }) }),
      )
      found.push(...(page.Contents ?? []))
      token = page.NextContinuationToken
    } while (token !== undefined)
    return found
  }

  return {
    keys: async (prefix) => (await list(prefix)).flatMap(({ Key }) => Key ?? []),
    // The ETag is the MD5 unless the bucket encrypts with its own key; then every object is written again.
    digests: async (prefix) =>
      new Map((await list(prefix)).map(({ Key = '', ETag = '' }) => [Key, ETag.replaceAll('"', '')])),
    async read(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      if (Body === undefined) throw new Error(`${Key} has no content`)
      return Body.transformToString()
    },
    async write({ key, content, contentType, cacheControl }) {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: key,
          Body: content,
          ContentType: contentType,
          CacheControl: cacheControl,
        }),
      )
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}
