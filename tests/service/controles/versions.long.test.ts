import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../../service/platform/database/connect'
import { migrateAsOwner } from '../../../service/platform/database/prepare'
import { restore } from '../../../service/programs/backup/restore'
import { codesDesDons } from '../../support/controles'
import { createEmptyDatabase, folderOf, openBaseOf } from '../../support/versions'

/** Those that did not add up their gifts yet. */
test.each(['0.1.0', '0.2.0'] as const)(
  '[A2] une base de la version %s est prise telle qu’elle est, et garantie depuis',
  async (version) => {
    for (const opened of [await openBaseOf(version), await createEmptyDatabase()]) {
      const owner = connect(opened.ownerUrl, { max: 1, statementTimeout: 0 })
      await migrateAsOwner(owner.db)
      const isEmpty =
        (await sql`select 1 from donations limit 1`.execute(owner.db)).rows.length === 0
      if (isEmpty) {
        const client = await owner.pool.connect()
        await restore(client, path.join(folderOf(version), 'sauvegarde')).finally(() =>
          client.release(),
        )
      }
      const { rows } = await sql`
        select nature, (select sum(dons) from sommes_dons) = (select count(*) from donations) as tous
        from ecritures_dons`.execute(owner.db)
      expect(rows).toEqual([{ nature: 'DEPART', tous: true }])
      expect(await codesDesDons(owner.db)).toEqual([])
      await sql`update donations set campaign_code = 'Z' where id = (select min(id) from donations)`.execute(
        owner.db,
      )
      expect(await codesDesDons(owner.db)).toEqual(['A7'])
      await owner.close()
      await opened.drop()
    }
  },
)
