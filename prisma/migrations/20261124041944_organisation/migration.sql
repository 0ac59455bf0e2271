-- CreateTable
CREATE TABLE "organisations" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "time_zone" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organisations_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "organisations" ADD CONSTRAINT "organisations_id_check" CHECK ("id" = 1);
