-- CreateTable
CREATE TABLE "allowances" (
    "key" TEXT NOT NULL,
    "count" DOUBLE PRECISION NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "full_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "allowances_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "allowances_full_at_idx" ON "allowances"("full_at");
