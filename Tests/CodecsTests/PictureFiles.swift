import Testing

/// One small picture as Pillow 13 wrote it in each way.
enum PictureFiles {
    struct File: Sendable, CustomTestStringConvertible {
        let name: String
        /// As Exif has it.
        var orientation = 1
        var isGray = false
        /// Whether its alpha is its gray.
        var hasAlpha = false
        /// The largest difference of a decoded value from the original, because the format is lossy.
        let tolerance: Int
        let bytes: String

        var testDescription: String { name }
    }

    static let width = 37
    static let height = 29

    /// Red, green and blue of the original.
    static func color(_ x: Int, _ y: Int) -> [Int] {
        [x * 255 / (width - 1), y * 255 / (height - 1), 255 - (x + y) * 255 / (width + height - 2)]
    }

    static let all: [File] = [
        File(
            name: "PNG, RGB", tolerance: 0,
            bytes: """
                iVBORw0KGgoAAAANSUhEUgAAACUAAAAdCAIAAACi1TKUAAAASUlEQVR4nO3TMQoAIAxD0QiC1vsfV9FRcCi4dNAP2Vp4ZEiSZtEo\
                6k6qe736ybIh9bBkWRyGh4d3eO3xfnh4eNtj73h4/3ixe1+5fCLtO2vZxgAAAABJRU5ErkJggg==
                """),
        File(
            name: "PNG, palette", tolerance: 15,
            bytes: """
                iVBORw0KGgoAAAANSUhEUgAAACUAAAAdCAMAAAAaaVXxAAADAFBMVEX3+gbp+g7f+hTt7BLN+h6/+ibK7Cb33xLp3xrf3yDN3yq/\
                3zL3zRrpzSL0vyLfyCrNzTK/zTrKvzqx+i6f+jiq7DiN+kJ/+kqK7Eqx4zix2jyf30SN305/31axzUKfzUyqv0yNzVZ/zV6Kv173\
                sibpsi7fsjT0oy7fozrtmjbNsj6/skbKo0bKmkr3jTbpjT70fz7fiEbNjU6/jVbKf1axsk6fsliqo1iqmlyNsmJ/smqKo2qKmm6x\
                jV6fjWiqf2iNjXJ/jXqKf3px+lJj+lpZ+mBu7FpZ7GZG+mo4+nJD7HJx315j32ZZ32xG33Y4334q+noZ+oQj7IQH+o4H7JQq44Qq\
                2ogZ35AH35pxzWZjzW5ZzXRuv25Zv3pGzX44zYZDv4Yq0YwqyJAZzZgjv5gHzaIHv6hxsnJjsnpZsoBuo3pZo4ZnmoJGsoo4spJD\
                o5JDmpZxjYJjjYpZjZBnf45GjZo4jaJDf6IqspoZsqQjo6QHsq4Ho7QjmqgHmrgqjaoZjbQjf7QHjb4Hf8T3ckLpckr0ZErfbVLN\
                clq/cmLKZGL3Vk7pVlbfVlzNVma/Vm73RFbpRF70Nl7fP2bNRG6/RHbKNnaxcmqfcnSqZHSNcn5/coaKZIaxW3SxUXifVoCNVop/\
                VpKxRH6fRIiqNoiNRJJ/RJqKNpr3KWLpKWr0G2rfKXDfG3btEnLNKXq/KYLKG4LKEob3BXLpBXrfBYDNBYq/BZKxKYqfKZSqG5Sq\
                EpiNKZ5/KaaKG6aKEqqxCZixAJyfBaSNBa5/BbZxco5jcpZZcpxnZJpGcqY4cq5DZK5xVppjVqJZVqhGVrI4VroqcrYZcsAjZMAH\
                csoHZNAqW8AqUcQZVswHW9QHUdhxRKJjRKpZRLBnNq5GRLo4RMJDNsIqRMoZRNQjNtQHRN4HNuRxKa5jKbZZKbxuG7ZZG8JnEr5G\
                KcY4Kc5DG85DEtJxBb5jBcZZBcxGBdY4Bd4qKdYZKeAjG+AHKeoHG/AjEuQHEvQqCeQqAOgZBfAHBfoJrB7rAAADOUlEQVR4nDXK\
                Z0DMYRwA4H+JSlEkaYd2RKUkGrRpbw2UlkMoUppXUUlEoaEdKhSVlqioSNLuyihpHqK9h997L8/nh1heXl5aWlxcnJgYHx8bGx0d\
                GXnz5vXrysqKiorCwufPCwry8/PyCNpaWFiAhBZOsMrLyyGhlQdrfn5+aW5ubuEP+PHj508q9RWoLC0tLX8GHj9+8iQ7m5idnZ0G\
                k78BLCqV+hIUl5SUFD0FsLJhzczMTE1NT04OD//6NTQ0ODgwUFb24kVxcUlRUW5uTs6jR1lZmZl44YQWTrBwQisTVn9//1Rvb+/w\
                NzD0FZQ9BMUZGRm5d0B09C1A9PX1ff/e29PT3d3V9eXL58+fPj14cP9+enpGWtrt2zEx0dE3b0ZF4YUTWjjBwimGlqKIzs5OCqW9\
                vb2h4ePH+voPH+rqUlNTUpKTk5KSbty4fj0y8tq1iAiio6ODQmlra4OEFk6wEhMTIaEVAau1tZXS3Nzc9h7UvwVV90ByXFxc4lUQ\
                GnoFEC0tLU1NzY2NtbXv3tXUVFdXVSUkxMfHxsbdvRseHhYWGnr5ckgIXjihhRMsnMJoKYQIDg5uIpPJtRdBzXmQcADEqqqqhu8C\
                MjI7AREUFBQYSA4I8PS8cMHDw9393Ln9+9XUVFRUlZXl5GRlZWR27JCWxgsntHCChZMsLUkT/v7+gX5+fp5nwcmTp06RSPuAiqKi\
                otx2IC4uISEmRvj6+l5CzgBYJBJpL9iNbAOwxGD5+Ph4e3t5ebm5nT594oSrq4uLktKePQoK8vLyUlKSkqKiIiLCwv8XSmjhRFso\
                oSUMy9nZ2dvR0dHhGLCzs7O1td0KFISEhKTWAza2tYBwcnI6ftzBweHo0SNHbGysrQ8f3rJl82ZBQSEBgXXr2NnZ2NasYWXFy97e\
                HhJaOMHCiZ2WWAkrKytLSwsLC0NDAwN9fT29Q4f4+fn4eHl5eHhYWFavZmZmYmJkxMvc3BwSWjjB4ubmhoQWIywzMzNLExMT84NA\
                W1tbS0trE+Dl5OTkXgWYVwCCMDU1NTY2MTLS1dXR0dTU0FBX5+LauHHDBk4OjpUrGRjo6enoiH8LJ7RwgoUTWpD+AgNgFdgp4E9l\
                AAAAAElFTkSuQmCC
                """),
        File(
            name: "PNG, RGBA", hasAlpha: true, tolerance: 0,
            bytes: """
                iVBORw0KGgoAAAANSUhEUgAAACUAAAAdCAYAAAAtt6XDAAAA1klEQVR4nO1W7Q7CIBArhAXxHXz/l7xFfzgNRnAH3sdM/LHQkS7p\
                daUhANdLxhozKGRQ3J4uPjE49TrDTyjrAlAEKGxrjVt7rfcRfo/zxAmFFg5RGb8M8EmUi0sAhYRCaXYiIf7b3sMpEwe4uBalmpOR\
                gfdEmbtUi/Jwqcv/9vRxhA67mnBmZ8q8PFUzIvn7XFxqiTpE4DmNbh547/Js8q3Kc4j/v7pwhXqU5y7/KOU5lSkzl1qivF0SLU/R\
                wGuW55RLHFEutfBz5dn9SNOluyjZ8hQZ5AaSpCpapvXGggAAAABJRU5ErkJggg==
                """),
        File(
            name: "PNG, gray and alpha", isGray: true, hasAlpha: true, tolerance: 0,
            bytes: """
                iVBORw0KGgoAAAANSUhEUgAAACUAAAAdCAQAAACHvm1IAAAAoUlEQVR4nNWVQQqAMAwESUie0f9/04Mg2m3TTdqLlyIB03V2QGlN\
                VUSVOe+n2dzccYiv4BwvM3c20yrrZ9VOJhEzy1MZX2PulQSjs8OebbDDfiZTqsEVv0WDuDRocMSqrGiWCfWBO5meVSfQg+119JuK\
                vucFRYMG692lFOWzbiiK8wOKBqxqmdKKRugJRVn0KUVjHX7wH+QbxKUTVriMueQC50wPTO7fd0IAAAAASUVORK5CYII=
                """),
        File(
            name: "GIF", tolerance: 18,
            bytes: """
                R0lGODdhJQAdAIYAAO36DO3sEsr1IvTfFN/fIMrfLPTIHt/IKsrINqr6MqrsOIr1RqrfPorfUKrNRqq/TIrIWu2yLO2jMu2aNsqt\
                QsqaSvSIOt+IRsqIUqqyUqqjWKqaXIqtZoqabqqNYqp/aIqIdmf6WGfsXkP1bm7fYFnfbEPfeCP6fiPshAf1kCPfigffmmfNbGe/\
                ckPNgEO/hiPNkiO/mAfIpGeyeGejfmeagkOtjkOalmeNiGd/jkOIniOyniOjpAetsBmariONriN/tAeIwPRtRt9tUspyXMpkYu1W\
                VMpWaPQ/Wt8/Zso/cqpybqpkdIptgqpWeopWjKpEgqo2iIpElIo2mvQkZt8kcu0ScsokfsoShu0FeMoFjKopjqoblKoSmIokoooS\
                qqoFnooFsGdylGdkmkNtqm5WnFlWqENWtCNyuiNkwAdtzCNWxgdW1mdEqGc2rkM/viNEziM21Ac/4GcptGcbumcSvkMkykMS0mcF\
                xEMF2CMp2iMb4Ack7BkS6iMF6gcF+iwAAAAAJQAdAEAI/wD/CPzjp6CfPAgR4lm4MIzDMGAiRtRCkWKWixflaITDkeObj2/MtBnZ\
                poyUk1KgqFSppGWSl0hiIglC08ePmz906LhxA4dPnzVAgOjQwYNRDxswYKhQ4cKFCRMsWFhBdYWKqypMaDVRoiuJrw3CNmBAlmyB\
                swUIqB3Alo9bPnri6rFDly6dOXjneNnrhcuWv1uuCL5SpTCVw2oSq0HDGA2Zx4/HiJksponlJkyWaF5ShIjnIaCFiO5BeofpHTFs\
                2HjxYoZr1y04yOaQoXaGBxRyU4jAm7eBFMBPCBc+oviIEMiTL1i+IIFz5wKiCwBAvbrAPtj3aL/D/U6d7+C/iP//0qV8eSzo0VtZ\
                v16jnDjw4YN846a+/Sn4p0TZv7+lS5gxsSHgGgSukcYZCJqh4BhlNPjEg084IaETTBxhYRFFGKGhEULQFAQQIIKok045lGiiUEJ9\
                oKKKRCiFgVMXSGUBaT34wMONPPCkGg089kiUbBoEGSRTuUlg5JEyJCkDDEzC8IILULrQAgtUsgDBlRA84MCWDiDgJQIHhGnAmMCl\
                gMKZZ5pgXAkitNlmA8wpIKecBUhHQAB44jlQHwYdlBBDDT0EkURdVKQFRhdZ8VYf2m13h110RBqpeHtxYaml6AlW2HqHvSWXHnHU\
                ZUdeeLmxF36AbRHFYIVVcdhh7sn30REc89FHUhtToBTFSlD4p8RLScgk4IAFIpiggg2WAWGEEzphoYVJbKihYmlUWy1kZJgxxrbb\
                XoYZE+AygSGGoA0hmhCKNYYGENhSNlkO3m62xAeefWbuuR4GgVNOI+qQw084oAjCB0d54OKLTslYkw823sgTTzVELDFRRG1gscVM\
                MfUUVFDR2MNpO6gm8muuzcaBBrZloFtuvfGmZAwww8waay3UbDOWWT6g8wNfginmmEo2yWSULpRQJQsk4Mzlll+GecCYY1aFlQoo\
                bNUVm1+RINZYZSmAllp3sjVAmSkMd4JxxYmQXAjMLaDAcwlIF10A1QEQEAA7
                """),
        File(
            name: "GIF, interlaced", tolerance: 18,
            bytes: """
                R0lGODdhJQAdAIcAAPT6CN/6FO3sEs36Hr/6JsrsJvTfFN/fIMrfLPTNHPS/It/IKsrNNMq/OrH6Lp/6OKrsOIr6RIrsSrHfOp/f\
                RI3fTn/fVrHNQp/NTKq/TI3NVn/NXoq/XveyJumyLt+yNO2jMu2aNsqyQMqjRsqaSvSNOPR/Pt+IRsqNUMp/VrGyTp+yWKqjWKqa\
                XIqyZIqjaoqabrGNXp+NaKp/aIqNdIp/em76VFn6YGfsXkb6ajj6ckPscm7fYFnfbEPfeCr6ehn6hCPshAf6jgfslCrfhhnfkAff\
                mm7NaFnNdGe/ckPNgEO/hirNjhnNmCO/mAfNoge/qHGycmOyelmygGejfmeagkOyjEOjkkOalm6NhFmNkGd/jkONnEN/oiqymhmy\
                pCOjpAeyrgejtBmariqNqhmNtCN/tAeNvgd/xPRyRPRkSt9tUspyXMpkYvdWTulWVt9WXMpWaPREWPQ2Xt8/ZspEcMo2drFyap9y\
                dKpkdIpygIpkhrFWdp9WgIpWjLFEfp9EiKo2iIpElIo2mvQpZPQbat8kcu0ScsopfMobgsoShvcFcukFet8FgM0Fir8FkrEpip8p\
                lKoblKoSmIopoIobpooSqrEFmp8FpIoFsG5ykFlynGdkmkNyqENkrm5WnFlWqENWtCpythlywCNkwAdyygdk0CpWwhlWzAdW1m5E\
                pFlEsGc2rkNEvEM2wipEyhlE1CM21AdE3gc25G4psFkpvGcbumcSvkMpyEMbzkMS0nEFvmMFxlkFzEMF2Cop1hkp4CMb4Acp6gcb\
                8BkS6ioF5hkF8AcF+gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACwAAAAAJQAdAEAI/wCPCTRmrJhBXwh99erFi9euXZkiZsKE6ZLFR48cOWrU\
                iBGjRYtkiYQF65XJVihXqVTFUpWgl4Bi/plZp2YdOnTk6JRzpmeZMmSCchmqpWiVLEhpKJXBNIZTFFBRnDgRooRVI1iLFCHC1YdX\
                Hz3C8uBhoWyFChQoTFiLoC2CA3ANyBVGFxiwYL9+5cLFt1YtW7QCV6JEOFIkSZAgJULE2JBjQpBLSR41ipQoUZ46ad60iZOmz3v0\
                iMaDJ8+dO23YqF7DOo3rMLC/fPFC24rtKbilRNntoveK3yqCixj+obiHDsiFKAcC5McPHTpySL9xw4Z1GxGyP9juwAEBAgPCB/8I\
                AKA8gGHoiRELxl6Xe129bsm/tcuSfUuYJul/pKi/okaHBFhIIbMUCEwsCL7iyoKu1MLKg6yoMsiEg0QSyIV/2KGhHTjN4eEcqYSI\
                CiqnlBjKiZ6AAgonn7Tox4t9xMjHjHHUCMeNb7ihIxo8jmLGj2R0IWQXm2xh5BZZ1KBkDXjM4GQMKUSZwlQmVGmCGFiOAcaWYFzh\
                5RVTUCEmFVG8YOYLLKSZ5ghsjvABCHCC0METdDbRhBNMMLGEEnwigUQSRxyxwaAaaIABBhlccEEDDDS6wKMJRDrEpEUEYekPO2S6\
                Qw84dIqDBRKEKgEFEJTqQAGoFnCAAKwKAIBAxxD/ZFAxCS3E0EMQRURRRZdgpNFGHYG0CHrDrMeeXrkk+5ctzNJSybOVHCYJYolU\
                m4hjhwxYCF3C2JXXL3zh4peDgdFCGCWGRZIYJIw1ZghkkIkkC0mxmOQKSq2oFCFLg7wkSEyBzGSHTTjlpFOIqYxY4iknnqgiKC1+\
                8iKMfczIR402wvFGjm6Y4jEqpISMmSckr8jJyZrsofIefeThMmptxMyaGjSrIVkplF0mimadcFbkZ5qIpgdpeJx2h2qrreGaaz2d\
                8ZMZQXUxFBdFIYlUDUrRwNQMTqUQ1VQnWFUClmKMoeWWWKSNhRZVtN02DHDDIEMLdLdAwt0kUBXC3iHAiRaGbLR5YdttU0ihWxS9\
                +bZCcCoMR9wHHhzXARSUf+HE5XouofkUSXQOKAegc7BCBqQv2sDpjyqgugJ0PmFnnkzwqYSfSAQq6AaFGoqBohc06ugCkUaKlRFa\
                cUXEV2FxOpZZZ6W11gRuwbWqXAYoJwRzQTgH3XQ34HCdBNlFsB0E3X0nXgCulhcQADs=
                """),
        File(
            name: "JPEG, 4:4:4", tolerance: 9,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU\
                FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
                FBQUFBQUFBT/wAARCAAdACUDAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF\
                BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW\
                V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi\
                4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC\
                AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm\
                Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq\
                8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD40sPCfT5P0r/QnH5vvqfF5dmG2p0en+E+nyfpX53j8331P1LLcw21OjsPCfT5P0r87x+b\
                76n6nl2YbanSWHhPp8n6V+dY7N99T9Ty7MNtToLbwn+7+5+lfBYnN/f3P0rCZh7m5zth4S6fJX9P4/N99T/HPLsw21OjsPCXT5P0\
                r87x+b76n6lluYbanSWHhLp8n6V+d47N99T9Sy7MNtTo7Dwl0+SvzvHZvvqfqeXZhtqdBa+Eh5f3K+BxOb+/ufpeEzD3NznbDwl0\
                +T9K/p/H5vvqf45ZdmG2p0mn+EunyfpX53j8331P1PLcw21OjsPCXT5P0r87x2b76n6ll2YbanSWHhLp8n6V+d4/N99T9Ty7MNtT\
                oLbwl+7+5+lfA4nN/f3P0rCZh7m5ydhocHH+Ff1TjsdU1P8AHrLsVPQ6PT9Eg4/wr87x+Oqan6lluKnodJYaJBx/hX53jsdU1P1L\
                LsVPQ6Ow0SDj/CvzvHY6pqfqeXYqeh0NrokHl/8A1q+BxOOqc5+l4TFT5D//2Q==
                """),
        File(
            name: "JPEG, gray", isGray: true, tolerance: 6,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYn\
                KSopGR8tMC0oMCUoKSj/wAALCAAdACUBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF\
                BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW\
                V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi\
                4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APGYNN6fLWlb6b/s1pQab0+WtKDTf9mtCLTfl+7WdBpvT5a0bfTf9mtKDTeny1pQ\
                ab0+WtCLTfl+7WdBpvtWjb6b7VpW+m9PlrSg03pxWhFpvy9Kybe0j4rSt7SOtGC0j4rSgtI60IrSPbX/2Q==
                """),
        File(
            name: "JPEG, 4:2:0", tolerance: 16,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU\
                FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
                FBQUFBQUFBT/wAARCAAdACUDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF\
                BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW\
                V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi\
                4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC\
                AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm\
                Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq\
                8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD40sPCfT5P0ro9P8J9Pk/SvRbDwl0+SujsPCXT5P0r+ss94u394+P4c4g+HU86sPCfT5P0\
                rpLDwn0+T9K9FsPCXT5P0ro7Dwl0+Sv52z3i7f3j+peHOIPh1PN7bwn+7+5+lFe0WvhIeX9yivxqrxd+8fvH73Q4g/dx1OdsPCXT\
                5P0rpNP8JdPk/Su7sNDg4/wro9P0SDj/AAr3c94pqa6s/wATuHM8l7pwlh4S6fJ+ldJYeEunyfpXd2GiQcf4V0dhokHH+FfztnvF\
                M9dWf1Lw3nkvd1OBtvCX7v7n6UV6/a6JB5f/ANaivxqrxTPnep+9UM8n7OJ//9k=
                """),
        File(
            name: "JPEG, 4:2:2, progressive", tolerance: 11,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0d\
                Hx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
                Hh4eHh4eHh7/wgARCAAdACUDASEAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABAAG/8QAFwEBAQEBAAAAAAAAAAAAAAAABgUH\
                Av/aAAwDAQACEAMQAAABwStF4WssxTQUpVp8SUssyVQUpFp8SWosxVQUolKsVWssxTQEv//EABcQAAMBAAAAAAAAAAAAAAAAAAAC\
                AwH/2gAIAQEAAQUCWQshZCyMkLIWQshZGSFkLIWQsjJCpgqYKmCphiYf/8QAGhEAAwADAQAAAAAAAAAAAAAAAAMEAQIhEf/aAAgB\
                AwEBPwGFxC41dwhcQuNXcIXELjV3CFmSFmTVmfD/xAAaEQEBAAMBAQAAAAAAAAAAAAAEAAECAyER/9oACAECAQE/AVplptk+y0y0\
                2yfZaZabZPsvrmX1zbds/b//xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEBAAY/Aif/xAAZEAEBAAMBAAAAAAAAAAAAAAAAYREh\
                MSD/2gAIAQEAAT8hmmmm18TTTTa+JppptfPO22O//9oADAMBAAIAAwAAABBiy6CFFB//xAAXEQEBAQEAAAAAAAAAAAAAAAAAITER\
                /9oACAEDAQE/EMWKdjWKesWKeoEDkv/EABcRAQEBAQAAAAAAAAAAAAAAACEAMRH/2gAIAQIBAT8Q2bZkNs2zIbZtmQz590r/xAAZ\
                EAEBAAMBAAAAAAAAAAAAAAAAMRAh0fH/2gAIAQEAAT8QgQIEMAgQIEMAiQIkMA0eNHjR40ePIf/Z
                """),
        File(
            name: "JPEG, progressive", tolerance: 7,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK\
                CgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
                CgoKCgoKCgr/wgARCAAdACUDAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABQYI/8QAFwEBAQEBAAAAAAAAAAAAAAAABgcJ\
                CP/aAAwDAQACEAMQAAABzN2OYbFvWhr5sW+YIuBrxms0LfNDHzYx8wRcDXfNVoY+bGPmxj5gi4nr9m20MetjHzYx8wQcf//EABkQ\
                AQEBAQEBAAAAAAAAAAAAAAMABQQhEf/aAAgBAQABBQIMmDJgyYMmPJ8DJgyYMmDJjyfAyYMmDJgyY8nwOIoOIoOIoOIouIvn/8QA\
                GxEAAwEAAwEAAAAAAAAAAAAAAAQFAyEjMRP/2gAIAQMBAT8BnP8AhNfJz5OfFKHWTqBNoE6gTqHgpQ6ydQJtAnUCdQFKHWTmtCaz\
                oTmtOCc1pwKM6fM//8QAHREAAwEAAgMBAAAAAAAAAAAAAAQFYQMxEiEiI//aAAgBAgEBPwF6to9W79j1bR6tozX++x6vo9X0er6P\
                V9Ga/wCnY9X0er6PV9Hq+jFf77HnuUed5R57lHnuUZe5fM//xAAWEAEBAQAAAAAAAAAAAAAAAAAyACD/2gAIAQEABj8CMYxjGMYx\
                jGMY6//EABsQAAICAwEAAAAAAAAAAAAAAAAxARAh0fHw/9oACAEBAAE/IVUqqTliq1RWYr9lhY5xj6PeDC0eUHHP/9oADAMBAAIA\
                AwAAABCO+laRxALov//EABgRAAMBAQAAAAAAAAAAAAAAAAAhMVEg/9oACAEDAQE/ENxFk2TZpJMgyTNhoJMgyTJM0iglxEJ//8QA\
                GBEAAwEBAAAAAAAAAAAAAAAAACExEAH/2gAIAQIBAT8QvjH9C+4J3RYO6LYCwsLC2KdHx0dx/wD/xAAeEAACAgICAwAAAAAAAAAA\
                AAAAASHBMeFB8RFR0f/aAAgBAQABPxDoTFQ6EwVHYgnQLignQI0HzSERUVFRGkRpFE4QRo9BfAR34HCj/9k=
                """),
        File(
            name: "JPEG, restarts", tolerance: 9,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU\
                FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
                FBQUFBQUFBT/wAARCAAdACUDAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF\
                BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW\
                V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi\
                4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC\
                AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm\
                Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq\
                8vP09fb3+Pn6/90ABAAC/9oADAMBAAIRAxEAPwD40sPCfT5P0r/QnH5vvqfF5dmG2p0en+E+nyfpX53j8331P1LLcw21P//Q+erD\
                wn0+T9K/oHH5vvqfuOXZhtqdJYeE+nyfpX51js331P1PLsw21P/R8+tvCf7v7n6UsTm/v7n+h2EzD3NznbDwl0+Sv6fx+b76n+Oe\
                XZhtqf/S8/sPCXT5P0r9ax+b76nyeW5htqdJYeEunyfpX53js331P1LLsw21P//TnsPCXT5K+Rx2b76n7zl2YbanQWvhIeX9yvgc\
                Tm/v7n6XhMw9zc//1JbDwl0+T9K+zx+b76n8bZdmG2p0mn+EunyfpX53j8331P1PLcw21P/V9MsPCXT5P0r8qx2b76nzeXZhtqdJ\
                YeEunyfpX53j8331P1PLsw21P//W+kLbwl+7+5+lfxRic39/c/ecJmHubnJ2Ghwcf4V/VOOx1TU/x6y7FT0P/9f6H0/RIOP8K/Dc\
                fjqmp/IuW4qeh0lhokHH+FfneOx1TU/UsuxU9D//0Ps6w0SDj/Cv4Fx2OqanlZdip6HQ2uiQeX/9avgcTjqnOfpeExU+Q//Z
                """),
        File(
            name: "JPEG, CMYK", tolerance: 5,
            bytes: """
                /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK\
                CgYICwwLCgwJCgoK/8AAFAgAHQAlBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB\
                AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH\
                SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV\
                1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD8Yf2f/wDlh+Ffj7/wy3/1Dv8Axyv2Q+JPxJ/1n+kevev3\
                8r7i/Z8/5Y/hR/wy3/1Dv/HK+f8A4k/En/Wf6R696K+4v2f/APlh+FH/AAy3/wBQ7/xyvn/4k/En/Wf6R696K+5P2f8A/lh+FH/D\
                Lf8A1Dv/AByvn/4k/En/AFn+keveivs34X/8gAfhR/wy3/1Dv/HK8L8WfEn/AImR/wBI9e9FfxFfs/8A/LD8K/SP/hlhf+gb/wCO\
                1+unxJ+JP+s/0j170V9xfs+f8sfwo/4ZYX/oG/8AjtfP/wASfiT/AKz/AEj170V9xfs//wDLD8KP+GWF/wCgb/47Xz/8SfiT/rP9\
                I9e9Ffcn7P8A/wAsPwo/4ZYX/oG/+O18/wDxJ+JP+s/0j170V9m/C/8A5AA/Cj/hlhf+gb/47Xhfiz4k/wDEyP8ApHr3or+Ir9n/\
                AP5YfhX6Sf8ADLA/6Bx/75r9dPiT8Sf9Z/pHr3or7i/Z8/5Y/hR/wywP+gcf++a+f/iT8Sf9Z/pHr3or7i/Z/wD+WH4Uf8MsD/oH\
                H/vmvn/4k/En/Wf6R696K+5P2f8A/lh+FH/DLA/6Bx/75r5/+JPxJ/1n+keveivs34X/APIAH4Uf8MsD/oHH/vmvC/FnxJ/4mR/0\
                j170V/EV+z//AMsPwr9CP+FM+F/7v/kMV+wHxJ8Wal+859e9FfcX7Pn/ACx/Cj/hTPhf+7/5DFfP/wASfFmpfvOfXvRX3F+z/wD8\
                sPwo/wCFM+F/7v8A5DFfP/xJ8Wal+859e9Ffcn7P/wDyw/Cj/hTPhf8Au/8AkMV8/wDxJ8Wal+859e9FfZvwv/5AA/Cj/hTPhf8A\
                u/8AkMV4X4s8Wal/aR59e9Ff/9k=
                """),
        File(
            name: "JPEG, turned 3", orientation: 3, tolerance: 9,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAMAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwME\
                BQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQU\
                FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAdACUDAREAAhEBAxEB/8QAHwAAAQUBAQEB\
                AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
                M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj\
                pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAA\
                AAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl\
                8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmq\
                srO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD40sPCfT5P0r/QnH5vvqfF\
                5dmG2p0en+E+nyfpX53j8331P1LLcw21OjsPCfT5P0r87x+b76n6nl2YbanSWHhPp8n6V+dY7N99T9Ty7MNtToLbwn+7+5+lfBYn\
                N/f3P0rCZh7m5zth4S6fJX9P4/N99T/HPLsw21OjsPCXT5P0r87x+b76n6lluYbanSWHhLp8n6V+d47N99T9Sy7MNtTo7Dwl0+Sv\
                zvHZvvqfqeXZhtqdBa+Eh5f3K+BxOb+/ufpeEzD3NznbDwl0+T9K/p/H5vvqf45ZdmG2p0mn+EunyfpX53j8331P1PLcw21OjsPC\
                XT5P0r87x2b76n6ll2YbanSWHhLp8n6V+d4/N99T9Ty7MNtToLbwl+7+5+lfA4nN/f3P0rCZh7m5ydhocHH+Ff1TjsdU1P8AHrLs\
                VPQ6PT9Eg4/wr87x+Oqan6lluKnodJYaJBx/hX53jsdU1P1LLsVPQ6Ow0SDj/CvzvHY6pqfqeXYqeh0NrokHl/8A1q+BxOOqc5+l\
                4TFT5D//2Q==
                """),
        File(
            name: "JPEG, turned 6", orientation: 6, tolerance: 9,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwME\
                BQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQU\
                FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAdACUDAREAAhEBAxEB/8QAHwAAAQUBAQEB\
                AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
                M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj\
                pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAA\
                AAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl\
                8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmq\
                srO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD40sPCfT5P0r/QnH5vvqfF\
                5dmG2p0en+E+nyfpX53j8331P1LLcw21OjsPCfT5P0r87x+b76n6nl2YbanSWHhPp8n6V+dY7N99T9Ty7MNtToLbwn+7+5+lfBYn\
                N/f3P0rCZh7m5zth4S6fJX9P4/N99T/HPLsw21OjsPCXT5P0r87x+b76n6lluYbanSWHhLp8n6V+d47N99T9Sy7MNtTo7Dwl0+Sv\
                zvHZvvqfqeXZhtqdBa+Eh5f3K+BxOb+/ufpeEzD3NznbDwl0+T9K/p/H5vvqf45ZdmG2p0mn+EunyfpX53j8331P1PLcw21OjsPC\
                XT5P0r87x2b76n6ll2YbanSWHhLp8n6V+d4/N99T9Ty7MNtToLbwl+7+5+lfA4nN/f3P0rCZh7m5ydhocHH+Ff1TjsdU1P8AHrLs\
                VPQ6PT9Eg4/wr87x+Oqan6lluKnodJYaJBx/hX53jsdU1P1LLsVPQ6Ow0SDj/CvzvHY6pqfqeXYqeh0NrokHl/8A1q+BxOOqc5+l\
                4TFT5D//2Q==
                """),
        File(
            name: "JPEG, turned 8", orientation: 8, tolerance: 9,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAgAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwME\
                BQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQU\
                FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAdACUDAREAAhEBAxEB/8QAHwAAAQUBAQEB\
                AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
                M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj\
                pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAA\
                AAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl\
                8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmq\
                srO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD40sPCfT5P0r/QnH5vvqfF\
                5dmG2p0en+E+nyfpX53j8331P1LLcw21OjsPCfT5P0r87x+b76n6nl2YbanSWHhPp8n6V+dY7N99T9Ty7MNtToLbwn+7+5+lfBYn\
                N/f3P0rCZh7m5zth4S6fJX9P4/N99T/HPLsw21OjsPCXT5P0r87x+b76n6lluYbanSWHhLp8n6V+d47N99T9Sy7MNtTo7Dwl0+Sv\
                zvHZvvqfqeXZhtqdBa+Eh5f3K+BxOb+/ufpeEzD3NznbDwl0+T9K/p/H5vvqf45ZdmG2p0mn+EunyfpX53j8331P1PLcw21OjsPC\
                XT5P0r87x2b76n6ll2YbanSWHhLp8n6V+d4/N99T9Ty7MNtToLbwl+7+5+lfA4nN/f3P0rCZh7m5ydhocHH+Ff1TjsdU1P8AHrLs\
                VPQ6PT9Eg4/wr87x+Oqan6lluKnodJYaJBx/hX53jsdU1P1LLsVPQ6Ow0SDj/CvzvHY6pqfqeXYqeh0NrokHl/8A1q+BxOOqc5+l\
                4TFT5D//2Q==
                """),
        File(
            name: "JPEG, turned 5", orientation: 5, tolerance: 9,
            bytes: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAUAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwME\
                BQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQU\
                FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAdACUDAREAAhEBAxEB/8QAHwAAAQUBAQEB\
                AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
                M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj\
                pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAA\
                AAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl\
                8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmq\
                srO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD40sPCfT5P0r/QnH5vvqfF\
                5dmG2p0en+E+nyfpX53j8331P1LLcw21OjsPCfT5P0r87x+b76n6nl2YbanSWHhPp8n6V+dY7N99T9Ty7MNtToLbwn+7+5+lfBYn\
                N/f3P0rCZh7m5zth4S6fJX9P4/N99T/HPLsw21OjsPCXT5P0r87x+b76n6lluYbanSWHhLp8n6V+d47N99T9Sy7MNtTo7Dwl0+Sv\
                zvHZvvqfqeXZhtqdBa+Eh5f3K+BxOb+/ufpeEzD3NznbDwl0+T9K/p/H5vvqf45ZdmG2p0mn+EunyfpX53j8331P1PLcw21OjsPC\
                XT5P0r87x2b76n6ll2YbanSWHhLp8n6V+d4/N99T9Ty7MNtToLbwl+7+5+lfA4nN/f3P0rCZh7m5ydhocHH+Ff1TjsdU1P8AHrLs\
                VPQ6PT9Eg4/wr87x+Oqan6lluKnodJYaJBx/hX53jsdU1P1LLsVPQ6Ow0SDj/CvzvHY6pqfqeXYqeh0NrokHl/8A1q+BxOOqc5+l\
                4TFT5D//2Q==
                """),
        File(
            name: "JPEG, YCCK", tolerance: 8,
            bytes: """
                /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK\
                CgYICwwLCgwJCgoK/8AAFAgAHQAlBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB\
                AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH\
                SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV\
                1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD9K9e+LH3v9J/Wvxw8C/CTmMm2/SvTPiN4A/1n7j17V+/l\
                cVr/AMWOv+k/rXsvgX4Sfd/0b07V4J8SPAH3/wBx69qK4rXvix97/Sf1r2fwL8JOU/0b9K8D+I3gD/WfuPXtRXE698WOv+k/rXs3\
                gX4SfKn+i/pXgfxG8Af6z9x69qK4/U/ix+//AOPj9a9d8O/CYrY8Wvp/DXh/izwB/wATH/Uevaiu0174sn5v9K/WvhDwL8IxlB9l\
                /Sv6U/iN8Px+8/cevaiuK1/4tHn/AEr9a9m8CfCQfJm17jtXgfxI+H4+f9x69qK4rXvi0ef9K/WvZvAvwjGU/wBF7eleCfEb4fj9\
                5+49e1FcTr3xaPzf6V+tez+BfhGP3f8Aovp2rwL4jfD8fvP3Hr2orj9T+LR8/wD4+f1r13w38IwbHm19O1eH+LPh/wD8TH/Uevai\
                uz174tH5v9J/WvhDwL8I+UP2b9K/pT+I3w/H7z9z69qK4rX/AItHn/Sf1r2XwJ8IxhM23X2rwT4j/D8fPmH17UVxWvfFo8/6T+te\
                z+BfhHyp+y+navA/iN8Px+8/cevaiuK174tH5v8ASf1r2bwL8Ix+7Atv0rwP4jfD8fvP3Hr2orj9T+LeJ+bn9a9d8N/CT/Qf+PX0\
                7V4f4s+H4/tH/U+vaivQdd8b6qd3P/j1fAPgXwPpPyHH/jtf0kfEbwxYYk49e1FcVr/jfVckZ/8AHq9m8CeB9JPl8en8NeCfEjwv\
                YYc/XtRXFa9431b5uf8Ax6vZvAvgjScIcf8AjteCfEXwxYfPx6/w0VxWveN9W+bn/wAer2fwL4H0nKcdMfw14F8RvDFhhzj17UVx\
                +peNtVM/X/x6vXPDfgjSfsOcen8NeIeK/DFgNRP49qK//9k=
                """),
    ]

    /// 160 by 120 grays, (x + y) of 278, with a restart behind each of its 300 blocks.
    static let restarts = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO\
        UlNSMj5aYVpQYEpRUk//wAALCAB4AKABAREA/8QAGQAAAwEBAQAAAAAAAAAAAAAABAUGAgMH/8QAFRABAQAAAAAAAAAAAAAAAAAA\
        AgD/3QAEAAH/2gAIAQEAAD8A80Jv/9Dzgm//0fPSb//SgSb/04Ym/9SKJv/Vjyb/1pMm/9eYJv/QnSb/0UJN/9JMTf/TVE3/1F5N\
        /9UMm//W4E3/18E3/9DRN//R7E3/0iyb/9Pzgm//1PPSb//VgSb/1oYm/9eKJv/Qjyb/0ZMm/9KYJv/TnSb/1EJN/9VMTf/WVE3/\
        115N/9AMm//R4E3/0sE3/9PRN//U7E3/1Syb/9Y8m//X89Jv/9CBJv/Rhib/0oom/9OPJv/Ukyb/1Zgm/9adJv/XQk3/0ExN/9FU\
        Tf/SXk3/0wyb/9TgTf/VwTf/1tE3/9fsTf/QLJv/0Tyb/9JoTf/TgSb/1IYm/9WKJv/Wjyb/15Mm/9CYJv/RnSb/0kJN/9NMTf/U\
        VE3/1V5N/9YMm//X4E3/0ME3/9HRN//S7E3/0yyb/9Q8m//VaE3/1nBN/9eGJv/Qiib/0Y8m/9KTJv/TmCb/1J0m/9VCTf/WTE3/\
        11RN/9BeTf/RDJv/0uBN/9PBN//U0Tf/1exN/9Ysm//XPJv/0GhN/9FwTf/Sek3/04om/9SPJv/Vkyb/1pgm/9edJv/QQk3/0UxN\
        /9JUTf/TXk3/1Ayb/9XgTf/WwTf/19E3/9DsTf/RLJv/0jyb/9NoTf/UcE3/1XpN/9ahJv/Xjyb/0JMm/9GYJv/SnSb/00JN/9RM\
        Tf/VVE3/1l5N/9cMm//Q4E3/0cE3/9LRN//T7E3/1Cyb/9U8m//WaE3/13BN/9B6Tf/RoSb/0qYm/9OTJv/UmCb/1Z0m/9ZCTf/X\
        TE3/0FRN/9FeTf/SDJv/0+BN/9TBN//V0Tf/1uxN/9csm//QPJv/0WhN/9JwTf/Tek3/1KEm/9WmJv/Wqib/15gm/9CdJv/RQk3/\
        0kxN/9NUTf/UXk3/1Qyb/9bgTf/XwTf/0NE3/9HsTf/SLJv/0zyb/9RoTf/VcE3/1npN/9ehJv/Qpib/0aom/9KvJv/TnSb/1EJN\
        /9VMTf/WVE3/115N/9AMm//R4E3/0sE3/9PRN//U7E3/1Syb/9Y8m//XaE3/0HBN/9F6Tf/SoSb/06Ym/9SqJv/Vryb/1rMm/9dC\
        Tf/QTE3/0VRN/9JeTf/TDJv/1OBN/9XBN//W0Tf/1+xN/9Asm//RPJv/0mhN/9NwTf/Uek3/1aEm/9amJv/Xqib/0K8m/9GzJv/S\
        uCb/00xN/9RUTf/VXk3/1gyb/9fgTf/QwTf/0dE3/9LsTf/TLJv/1Dyb/9VoTf/WcE3/13pN/9ChJv/Rpib/0qom/9OvJv/Usyb/\
        1bgm/9a8Jv/XVE3/0F5N/9EMm//S4E3/08E3/9TRN//V7E3/1iyb/9c8m//QaE3/0XBN/9J6Tf/ToSb/1KYm/9WqJv/Wryb/17Mm\
        /9C4Jv/RvCb/0vQSb//TXk3/1Ayb/9XgTf/WwTf/19E3/9DsTf/RLJv/0jyb/9NoTf/UcE3/1XpN/9ahJv/Xpib/0Kom/9GvJv/S\
        syb/07gm/9S8Jv/V9BJv/9b0Um//1wyb/9DgTf/RwTf/0tE3/9PsTf/ULJv/1Tyb/9ZoTf/XcE3/0HpN/9GhJv/Spib/06om/9Sv\
        Jv/Vsyb/1rgm/9e8Jv/Q9BJv/9H0Um//0vSib//Z
        """
}
